/** Puts a translation in the place of a text; gives the way to undo it. */
type Put = (text: Text) => () => void;

/** As browsers do: two elements, one in the other. */
function fontWith(content: string | Text): HTMLElement {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.append(content);
  outer.append(inner);
  return outer;
}

/** The ways in which a translator puts its elements in the place of a text. */
export const TRANSLATORS: Record<string, Put> = {
  'takes the text’s place': (text) => {
    const font = fontWith(text.data);
    text.replaceWith(font);
    return () => font.replaceWith(text);
  },
  'comes before it and takes it away': (text) => {
    const font = fontWith(text.data);
    text.before(font);
    text.remove();
    return () => font.replaceWith(text);
  },
  'comes behind it and takes it away': (text) => {
    const font = fontWith(text.data);
    text.after(font);
    text.remove();
    return () => font.replaceWith(text);
  },
  'takes the text into itself': (text) => {
    const font = fontWith('');
    text.before(font);
    font.firstElementChild?.append(text);
    return () => font.replaceWith(text);
  },
};

/** Translates each text below an element, but what is not to be translated; gives the way to undo it. */
export function translate(root: Element, put: Put): () => void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const undone = texts
    .filter(
      ({ data, parentElement }) => data.trim() && !parentElement?.closest('font, [translate=no]'),
    )
    .map(put);
  return () => {
    for (const undo of undone) undo();
  };
}
