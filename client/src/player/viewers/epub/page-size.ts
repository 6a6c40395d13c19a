/** Page size of books with fixed layout, in CSS pixels. Pure except for DOMParser. */
import { findElements, parseChapter } from './epub-xml.ts';

export type PageSize = { width: number; height: number };

/** Default page size for early books, which declare none. */
const DEFAULT: PageSize = { width: 768, height: 1024 };
const LIMIT = 20_000;

/** Returns the page size from the viewport, the view box of a drawing, or the only picture of the page. */
export function pageSize(source: string): PageSize {
  const document = parseChapter(source);
  const viewport =
    findElements(document, 'meta')
      .find((meta) => meta.getAttribute('name') === 'viewport')
      ?.getAttribute('content') ?? '';
  const named = sizeOf(/\bwidth\s*=\s*([\d.]{1,9})/.exec(viewport)?.[1], /\bheight\s*=\s*([\d.]{1,9})/.exec(viewport)?.[1]);
  if (named) return named;
  const drawing = findElements(document, 'svg')[0];
  const box = (drawing?.getAttribute('viewBox') ?? '').trim().split(/[\s,]+/);
  return sizeOf(box[2], box[3]) ?? sizeOf(drawing?.getAttribute('width'), drawing?.getAttribute('height')) ?? DEFAULT;
}

function sizeOf(width: string | null | undefined, height: string | null | undefined): PageSize | null {
  const size = { width: parseFloat(width ?? ''), height: parseFloat(height ?? '') };
  return size.width > 0 && size.height > 0 && size.width < LIMIT && size.height < LIMIT ? size : null;
}
