// This file is part of the first load, so a phone on 2G waits for every byte of it (npm run budget).

/** The replacement that the translator made for each text, and the text of each replacement. */
const standIns = new WeakMap<Node, ChildNode>();
const texts = new WeakMap<Node, Text>();

/**
 * Lets a browser translate the page by putting `<font>` elements in the place of React's texts. React's
 * changes to a text are then made to its replacement (ADR-0026). When a text changes, the page shows
 * React's own text again so that the browser translates it anew. The same is done to the texts next to
 * it, because a sentence is translated whole.
 */
export function surviveTranslation(): void {
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      const at = standInOf(child) ?? child;
      const isHere = this.contains(at);
      // A translator may have moved the node. A text that is no longer in the page is already removed.
      if (isHere || !(child instanceof Text)) {
        removeChild.call((isHere && at.parentNode) || this, at);
      }
      return child;
    },
    insertBefore(this: Node, child: Node, before: Node | null) {
      standInOf(child)?.remove();
      let at = before && (standInOf(before) ?? before);
      // The translator may have wrapped the node in an element, which then counts as the node here.
      while (at && at.parentNode !== this && this.contains(at)) at = at.parentNode;
      return insertBefore.call(this, child, before instanceof Text && !at?.parentNode ? null : at);
    },
    appendChild(this: Node, child: Node) {
      standInOf(child)?.remove();
      return appendChild.call(this, child);
    },
  });
  Object.defineProperty(Text.prototype, 'nodeValue', {
    get(this: Text) {
      return this.data;
    },
    set(this: Text, text: string) {
      this.data = text;
      for (const one of [...(standInOf(this)?.parentNode?.childNodes ?? [])]) {
        const own = texts.get(one);
        if (own && !own.parentNode) one.replaceWith(own);
      }
    },
  });
  new MutationObserver((records) => records.forEach(note)).observe(document.body, {
    childList: true,
    subtree: true,
  });
}

/** Gives the replacement of a text that a translator took out of the page. */
const standInOf = (node: Node) => (node.parentNode ? undefined : standIns.get(node));

/**
 * Notes which element replaced a text. A translator adds the element and removes the text in one step
 * or in two.
 */
function note({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  const [text] = removedNodes;
  if (!(text instanceof Text) || text.parentNode) return;
  for (const one of [addedNodes[0], previousSibling, nextSibling]) {
    if (one?.nodeName !== 'FONT' || one.parentNode !== target || texts.has(one)) continue;
    standIns.set(text, one as ChildNode);
    texts.set(one, text);
    return;
  }
}
