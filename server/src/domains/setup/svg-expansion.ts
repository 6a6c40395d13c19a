/** Limits the size of a drawing after its references are expanded. Ten nested levels with ten references each would draw billions of shapes. */

/** Maximum number of drawn elements. Referenced elements count each time they are drawn. */
const MAX_ELEMENTS = 20_000;
/** Maximum depth of nested elements and references. */
const MAX_NESTED = 50;

type Element = {
  id: string | undefined;
  /** Ids of elements that this element draws with `use`, patterns, masks, clip paths, markers or gradients. */
  draws: string[];
  /** Index after the last descendant of the element. */
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
  /** Returns the number of elements that an element draws, or infinity if it references itself. */
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

/** Returns the elements in document order, or `null` if there are too many or they are nested too deeply. */
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
