import { postPlayerReport } from '../../../contract/endpoints/profile.ts';
import type { ReportReason } from '../../../contract/profile.ts';
import { playerCall } from '../../../session/player-call.ts';

/** Tells the operator what of a player is not fit for a board (flows.md#report-on-boards). */
export async function reportPlayer(id: string, reason: ReportReason): Promise<void> {
  await playerCall(postPlayerReport, { params: { id }, body: { reason } });
}
