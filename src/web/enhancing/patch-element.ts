/** Attributes that a person's actions set on this page; a page fetched later does not know them. */
const OWN_STATE: ReadonlySet<string> = new Set(['open', 'aria-busy'])

/**
 * Makes the element of that id equal to the same element of another page, and answers whether both pages had it. Only
 * differences are touched. If a part had to be replaced, the focus goes to its field of the same name: ids that React
 * makes (`useId`) differ as soon as the page around them does.
 */
export function patchElement(page: Document, id: string): boolean {
  const [old, fresh] = [document.getElementById(id), page.getElementById(id)]
  if (!old || !fresh) return false
  const name = old.contains(document.activeElement) ? document.activeElement?.getAttribute('name') : null
  change(old, fresh)
  if (name && document.activeElement === document.body)
    document
      .getElementById(id)
      ?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
      ?.focus({ preventScroll: true })
  return true
}

function change(old: Element, fresh: Element): void {
  if (old.isEqualNode(fresh)) return
  if (!isAlike(old, fresh)) return old.replaceWith(document.adoptNode(fresh))
  for (const { name, value } of fresh.attributes)
    if (!OWN_STATE.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value)
  for (const { name } of [...old.attributes])
    if (!OWN_STATE.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name)
  // Paired before the first node moves to this page and changes the lists.
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
  const pairs = [...old.childNodes].map((node, index) => [node, fresh.childNodes[index]!] as const)
  for (const [node, next] of pairs) {
    if (node instanceof Element) change(node, next as Element)
    else if (node.nodeValue !== next.nodeValue) node.nodeValue = next.nodeValue
  }
}

/** Whether two elements have the same shape: as many children of the same kinds, and the same field if they are one. */
function isAlike(old: Element, fresh: Element): boolean {
  return (
    old.nodeName === fresh.nodeName &&
    old.getAttribute('name') === fresh.getAttribute('name') &&
    old.childNodes.length === fresh.childNodes.length &&
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    [...old.childNodes].every(({ nodeName }, index) => nodeName === fresh.childNodes[index]!.nodeName)
  )
}
