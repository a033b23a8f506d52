/** A payment by mobile money that could not be made (flows.md#mobile-money). */
export const UNABLE = 'Unable to complete at the moment';
