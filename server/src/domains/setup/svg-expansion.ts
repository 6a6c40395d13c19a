/** Size of a drawing after expansion: references repeat their targets, and ten levels of ten result in billions of shapes. */

/** Maximum number of elements, counting references with everything they draw. */
const MAX_ELEMENTS = 20_000;
/** Maximum depth of nested elements and references. */
const MAX_NESTED = 50;

type Element = {
  id: string | undefined;
  /** Ids drawn by `use`, patterns, masks, clips, markers and gradients. */
  draws: string[];
  /** Position after its last descendant. */
  end: number;
};

const TAG = /<(\/?)([\w:]+)((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>/g;
const ID = /\sid="([^"]*)"/;
const REFERENCE = /\shref="#([\w.-]+)"|url\(\s*(?:&quot;|')?#([\w.-]+)/g;

/** Returns whether a sanitized drawing is within the limits. */
export function isSmallDrawing(svg: string): boolean {
  const elements = readElements(svg);
  if (!elements) return false;
  const places = new Map<string, number>();
  elements.forEach(({ id }, place) => id !== undefined && !places.has(id) && places.set(id, place));
  const known = new Map<number, number>();
  /** Returns the number of elements drawn by an element; infinite if it draws itself. */
  const sizeOf = (place: number, depth: number): number => {
    const before = known.get(place);
    if (before !== undefined) return before;
    if (depth > MAX_NESTED) return Infinity;
    known.set(place, Infinity);
    const { end } = elements[place]!;
    let size = end - place;
    for (let at = place; at < end && size <= MAX_ELEMENTS; at++)
      for (const id of elements[at]!.draws) {
        const named = places.get(id);
        if (named !== undefined) size += sizeOf(named, depth + 1);
      }
    known.set(place, size);
    return size;
  };
  return elements.length === 0 || sizeOf(0, 0) <= MAX_ELEMENTS;
}

/** Returns elements in document order; `null` above the limits. */
function readElements(svg: string): Element[] | null {
  const elements: Element[] = [];
  const open: Element[] = [];
  for (const [, closing, , attributes = '', empty] of svg.matchAll(TAG)) {
    if (closing) {
      const done = open.pop();
      if (done) done.end = elements.length;
      continue;
    }
    const draws = [...attributes.matchAll(REFERENCE)].map(([, direct, styled]) => direct ?? styled!);
    const element = { id: ID.exec(attributes)?.[1], draws, end: elements.length + 1 };
    elements.push(element);
    if (!empty) open.push(element);
    if (open.length > MAX_NESTED || elements.length > MAX_ELEMENTS) return null;
  }
  for (const left of open) left.end = elements.length;
  return elements;
}
