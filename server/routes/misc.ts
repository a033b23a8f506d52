import { postClientReports } from '../../src/contract/endpoints/client-reports.ts';
import { getConfig } from '../../src/contract/endpoints/misc.ts';
import { keepReports } from '../client-reports/keep.ts';
import { countCall } from '../http/address-limits.ts';
import type { App } from '../http/validation.ts';
import { readOfferedPrizes } from '../prizes/offered.ts';
import type { Services } from '../services.ts';
import { type EndpointRequest, route } from './route.ts';

const AN_HOUR = 'public, max-age=3600';

const NO_PROMOTER = { promoter: null, permit: null, rules: null, support: null };

const HEARD = { status: true, data: null };
const REPORTS_LIMIT = { bodyLimit: 8 * 1024 };

/** What the operator asks for (flows.md#additions), and what phones report (flows.md#client-reports). */
export function miscRoutes(app: App, services: Services): void {
  const { config, db, reserve, now } = services;
  route(app, getConfig, async (_request, reply) => {
    reply.header('Cache-Control', AN_HOUR);
    const { prices, ways, links, privacy } = config;
    const isOpen = config.isContestOpen && (await reserve.canDeal(db, null, 1, now()));
    const contest = { isOpen, ...(config.contest ?? NO_PROMOTER) };
    const won = await readOfferedPrizes(db, now());
    return { status: true, data: { prices, ways, links, privacy, contest, ...won } };
  });
  const hear = async (request: EndpointRequest<typeof postClientReports>) => {
    await countCall(services, request, 'client-report');
    await keepReports(db, request.body, now());
    return HEARD;
  };
  route(app, postClientReports, hear, REPORTS_LIMIT);
}
