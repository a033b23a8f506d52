import { HtmlValidate } from 'html-validate';

const checker = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // Files of our own origin come by the connection that brought the document.
    'require-sri': ['error', { target: 'crossorigin' }],
    // The document has two first screens, and styles show one of them before anything is painted.
    'no-multiple-main': 'off',
    'unique-landmark': 'off',
  },
});

/** The document's violations of the HTML standard, one per line. */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message, selector }) => {
      return `${line} ${ruleId}: ${message} (${selector ?? 'the document'})`;
    }),
  );
}
