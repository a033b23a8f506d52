/** Loads an address in place of this page. Back does not return to this page. */
export function leaveFor(url: string): void {
  location.replace(url);
}

/** Opens a page of the configuration in a new tab. A browser may refuse that without a tap. */
export function openTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}
