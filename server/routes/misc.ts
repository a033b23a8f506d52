import { getConfig } from '../../src/contract/endpoints/misc.ts';
import type { App } from '../http/validation.ts';
import { readOfferedPrizes } from '../prizes/offered.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

const AN_HOUR = 'public, max-age=3600';

const NO_PROMOTER = { promoter: null, permit: null, rules: null, support: null };

/** What the operator asks for (flows.md#additions). */
export function miscRoutes(app: App, { config, db, reserve, now }: Services): void {
  route(app, getConfig, async (_request, reply) => {
    reply.header('Cache-Control', AN_HOUR);
    const { prices, ways, links, privacy } = config;
    const isOpen = config.isContestOpen && (await reserve.canDeal(db, null, 1, now()));
    const contest = { isOpen, ...(config.contest ?? NO_PROMOTER) };
    const won = await readOfferedPrizes(db, now());
    return { status: true, data: { prices, ways, links, privacy, contest, ...won } };
  });
}
