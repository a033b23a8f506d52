// In the first load: every byte here is waited for by a phone on 2G (npm run budget).

/** The translator's replacement of each text, and the text of each replacement. */
const standIns = new WeakMap<Node, ChildNode>();
const texts = new WeakMap<Node, Text>();

/**
 * Lets a browser translate the page by `<font>` elements in the place of React's texts: React's changes
 * to a text are made to its replacement (ADR-0026). A text that changes is shown itself again, to be
 * translated anew, and so are its neighbours: a sentence is translated whole.
 */
export function surviveTranslation(): void {
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      const at = standInOf(child) ?? child;
      const isHere = this.contains(at);
      // A translator may have moved it, and a text that is nowhere any more is removed.
      if (isHere || !(child instanceof Text)) {
        removeChild.call((isHere && at.parentNode) || this, at);
      }
      return child;
    },
    insertBefore(this: Node, child: Node, before: Node | null) {
      standInOf(child)?.remove();
      let at = before && (standInOf(before) ?? before);
      // The translator may have put it into an element of its own, which is here in its place.
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

/** The replacement in the page of a text that was taken out of it. */
const standInOf = (node: Node) => (node.parentNode ? undefined : standIns.get(node));

/** One step puts the element there and takes the text away, or two. */
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
