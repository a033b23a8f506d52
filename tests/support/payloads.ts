/** The title of a page in which one of the payloads has run. */
export const RAN = 'a payload ran';

const CODE = `document.title=\`${RAN}\``;

/** Texts that run if taken for markup, for an address or for code. */
export const PAYLOADS = [
  `<img src=x onerror="${CODE}">`,
  `"><svg onload="${CODE}">`,
  `</p><script>${CODE}</script>`,
  `<iframe srcdoc="<script>parent.${CODE}</script>"></iframe>`,
  `<a href="javascript:${CODE}">win</a>`,
  `' onfocus='${CODE}' autofocus='`,
  `javascript:${CODE}`,
  `{{constructor.constructor('${CODE}')()}}`,
  `&lt;img src=x onerror=${CODE}&gt;`,
  `<math><mtext><style><img title="</style><img src=x onerror=${CODE}>">`,
];

/** The traces of payloads in a page, which has none of them by itself. Runs in the page too. */
export function markupOf(page: Document): string[] {
  const made =
    'iframe, math, object, embed, a[href^="javascript:"], img[src="x"], body script:not([type="module"])';
  const handlers = '[onerror], [onload], [onfocus], [autofocus][onfocus], [srcdoc]';
  return [...page.querySelectorAll(`${made}, ${handlers}`)].map(({ outerHTML }) => outerHTML);
}
