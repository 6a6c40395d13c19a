/** How much a drawing becomes when it is drawn: references repeat what they name, and ten levels of ten are ten thousand million shapes. */

/** Elements, each reference counted with all it names. */
const MAX_ELEMENTS = 20_000;
/** Elements inside each other, and references behind each other. */
const MAX_NESTED = 50;

type Element = {
  id: string | undefined;
  /** Ids it draws: of `use`, patterns, masks, clips, markers, gradients. */
  draws: string[];
  /** Behind its last descendant. */
  end: number;
};

const TAG = /<(\/?)([\w:]+)((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>/g;
const ID = /\sid="([^"]*)"/;
const REFERENCE = /\shref="#([\w.-]+)"|url\(\s*(?:&quot;|')?#([\w.-]+)/g;

/** Whether a cleaned drawing stays within the limits. */
export function isSmallDrawing(svg: string): boolean {
  const elements = readElements(svg);
  if (!elements) return false;
  const places = new Map<string, number>();
  elements.forEach(({ id }, place) => id !== undefined && !places.has(id) && places.set(id, place));
  const known = new Map<number, number>();
  /** Elements drawn by the one at this place; infinite for one that draws itself. */
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

/** In the order of the file; null for more or deeper ones than are taken. */
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
