// In the first load: every byte here is waited for by a phone on 2G (npm run budget).

/** What a translator put in the place of a text, and the text of each. */
const standIns = new WeakMap<Node, ChildNode>();
const texts = new WeakMap<Node, Text>();

/**
 * Has the page bear a browser that translates it, by `<font>` elements in the place of React's texts:
 * what React does to a text is done to what stands for it (ADR-0026). A text that changes is shown
 * itself again, to be translated anew, and so are those beside it: a sentence is translated whole.
 */
export function surviveTranslation(): void {
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as PropertyDescriptor;
  const guards = {
    removeChild(this: Node, child: Node) {
      const at = standInOf(child) ?? child;
      // A text that is nowhere any more is removed.
      if (at.parentNode || !(child instanceof Text)) removeChild.call(ownerOf(this, at), at);
      return child;
    },
    insertBefore(this: Node, child: Node, before: Node | null) {
      standInOf(child)?.remove();
      let at = before && (standInOf(before) ?? before);
      // Where it was put into an element of the translator's, that is what stands here.
      while (at && at.parentNode !== this && this.contains(at)) at = at.parentNode;
      return insertBefore.call(
        this,
        child,
        at?.parentNode || !(before instanceof Text) ? at : null,
      );
    },
    appendChild(this: Node, child: Node) {
      standInOf(child)?.remove();
      return appendChild.call(this, child);
    },
  };
  Object.assign(Node.prototype, guards);
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...value,
    set(this: Text, text: string) {
      value.set?.call(this, text);
      const beside = standInOf(this)?.parentNode?.childNodes ?? [];
      for (const one of [...beside]) {
        const own = texts.get(one);
        if (own && !own.parentNode) one.replaceWith(own);
      }
    },
  });
  const noted = { childList: true, subtree: true };
  new MutationObserver((records) => records.forEach(note)).observe(document.body, noted);
}

/** What stands in the page for a text that was taken out of it. */
const standInOf = (node: Node) => (node.parentNode ? undefined : standIns.get(node));

/** A translator may have moved it: it is removed from where it is. */
const ownerOf = (parent: Node, child: Node) =>
  (parent.contains(child) && child.parentNode) || parent;

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
