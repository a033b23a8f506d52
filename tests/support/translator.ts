/** Replaces a text by a translation; gives the function that undoes it. */
type Put = (text: Text) => () => void;

/** As browsers do: two elements, one in the other. */
function fontWith(content: string | Text): HTMLElement {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.append(content);
  outer.append(inner);
  return outer;
}

/** The ways in which a translator replaces a text by its elements. */
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

/** The texts below a node, or itself, that a translator replaces. */
function textsIn(root: Node): Text[] {
  const texts = root instanceof Text ? [root] : [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts.filter(
    ({ data, parentElement }) =>
      data.trim() && !parentElement?.closest('font, script, style, [translate=no]'),
  );
}

/** Translates the texts below an element; gives the function that undoes it. */
export function translate(root: Element, put: Put): () => void {
  const undone = textsIn(root).map(put);
  return () => {
    for (const undo of undone) undo();
  };
}

/** Translates the page, and everything that appears or changes later. */
function translateAlways(put: Put): void {
  const walk = (root: Node) => {
    // The one before may have removed this text.
    for (const text of textsIn(root)) if (text.isConnected) put(text);
  };
  addEventListener('DOMContentLoaded', () => {
    walk(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        if (type === 'characterData') walk(target);
        for (const added of addedNodes) if (added.isConnected) walk(added);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/**
 * The script of a page that translates it as browsers do. The words stay, so that tests can find
 * them.
 */
export function translatorScript(put: Put): string {
  return `(() => { ${fontWith} ${textsIn} (${translateAlways})(${put}); })();`;
}
