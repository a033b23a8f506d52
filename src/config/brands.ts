/** The networks whose operator changes the app's looks. The palette itself is in the design tokens. */
const BRANDED_NETWORKS = ['glo'];

/** The value of `data-brand` for a network (accounts §1): the house's own unless it has one. */
export function brandOf(network: string): string {
  return BRANDED_NETWORKS.includes(network) ? network : 'all';
}
