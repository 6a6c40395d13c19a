/** Configures pdf.js. Loaded when the first PDF is shown. */
import { getDocument, GlobalWorkerOptions, PasswordResponses, TextLayer, type PDFPageProxy, type RenderTask } from 'pdfjs-dist';
import { fileAt } from '../../playback/loaded-files.ts';
import workerSrc from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerSrc;

/** Folder of character maps, standard fonts and decoders, which the build copies (vite-player-files.ts). */
const FILES = '/pdfjs';

export type PdfLink = { left: number; top: number; width: number; height: number } & ({ url: string } | { page: number });

export type PdfDocument = {
  /** Size of each page at scale 1 in CSS pixels. */
  pages: readonly { width: number; height: number }[];
  /** True for an XFA form, which browsers cannot show. Its pages only ask the user to open another program. */
  isXfaForm: boolean;
  /** Draws a page. Returns a function that cancels drawing. */
  draw(number: number, scale: number, canvas: HTMLCanvasElement, text: HTMLElement, done: () => void): () => void;
  /** Returns the links of a page. Their positions are shares of the page size. */
  links(number: number): Promise<PdfLink[]>;
  close(): void;
};

/** Asks for the password of a document. `wrong` is true after an incorrect password. Never resolves if the viewer is closed. */
export type AskPassword = (wrong: boolean) => Promise<string>;

/** Opens a document. Throws an error of pdf.js if the document is missing or broken. */
export async function openPdf(href: string, askPassword: AskPassword, signal: AbortSignal): Promise<PdfDocument> {
  const cached = fileAt(href);
  const task = getDocument({
    ...(cached ? { data: await cached.arrayBuffer() } : { url: href }),
    cMapUrl: `${FILES}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${FILES}/standard_fonts/`,
    wasmUrl: `${FILES}/wasm/`,
    iccUrl: `${FILES}/iccs/`,
    // Uses JavaScript decoders, so that the content security policy does not need to allow WebAssembly.
    useWasm: false,
    enableXfa: false,
  });
  task.onPassword = (answer: (password: string) => void, reason: number) =>
    void askPassword(reason === PasswordResponses.INCORRECT_PASSWORD).then(answer);
  signal.addEventListener('abort', () => void task.destroy());
  try {
    const document = await task.promise;
    // All pages are assumed to have the size of the first, because reading all pages of a long book would delay the display.
    const first = await document.getPage(1);
    const { width, height } = first.getViewport({ scale: 1 });
    const pages = Array.from({ length: document.numPages }, () => ({ width, height }));
    if (document.numPages <= 60) {
      await Promise.all(
        pages.map(async (_, i) => {
          const viewport = (await document.getPage(i + 1)).getViewport({ scale: 1 });
          pages[i] = { width: viewport.width, height: viewport.height };
        }),
      );
    }
    const info = (await document.getMetadata()).info as { IsXFAPresent?: boolean; IsAcroFormPresent?: boolean };
    return {
      pages,
      isXfaForm: info.IsXFAPresent === true && info.IsAcroFormPresent !== true,
      draw: (number, scale, canvas, text, done) => draw(document.getPage(number), scale, canvas, text, done),
      links: async (number) => links(await document.getPage(number), async (dest) => destination(dest)),
      close: () => void task.destroy(),
    };

    async function destination(dest: unknown): Promise<number | null> {
      const explicit: unknown = typeof dest === 'string' ? await document.getDestination(dest) : dest;
      const target: unknown = Array.isArray(explicit) ? explicit[0] : null;
      if (typeof target === 'number') return target + 1;
      return target && typeof target === 'object' ? (await document.getPageIndex(target as never)) + 1 : null;
    }
  } catch (problem) {
    void task.destroy();
    throw problem;
  }
}

/** Maximum number of pixels of a canvas. Larger canvases crash phones. */
const MAX_PIXELS = 16_000_000;

function draw(loading: Promise<PDFPageProxy>, scale: number, canvas: HTMLCanvasElement, text: HTMLElement, done: () => void): () => void {
  let stopped = false;
  let task: RenderTask | null = null;
  let layer: TextLayer | null = null;
  void loading
    .then(async (page) => {
      if (stopped) return;
      const viewport = page.getViewport({ scale });
      const most = Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height));
      const ratio = Math.min(devicePixelRatio || 1, most);
      canvas.width = Math.floor(viewport.width * ratio);
      canvas.height = Math.floor(viewport.height * ratio);
      task = page.render({ canvas, viewport, transform: ratio === 1 ? undefined : [ratio, 0, 0, ratio, 0, 0] });
      text.replaceChildren();
      layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
      await Promise.all([task.promise, layer.render()]);
      if (!stopped) done();
    })
    // Cancelling rejects the promise. A page that cannot be drawn stays white.
    .catch(() => undefined);
  return () => {
    stopped = true;
    task?.cancel();
    layer?.cancel();
  };
}

async function links(page: PDFPageProxy, destination: (dest: unknown) => Promise<number | null>): Promise<PdfLink[]> {
  const viewport = page.getViewport({ scale: 1 });
  const found: PdfLink[] = [];
  for (const note of await page.getAnnotations()) {
    if (note.subtype !== 'Link' || !note.rect) continue;
    const [x1, y1] = viewport.convertToViewportPoint(note.rect[0], note.rect[1]) as [number, number];
    const [x2, y2] = viewport.convertToViewportPoint(note.rect[2], note.rect[3]) as [number, number];
    const box = {
      left: Math.min(x1, x2) / viewport.width,
      top: Math.min(y1, y2) / viewport.height,
      width: Math.abs(x2 - x1) / viewport.width,
      height: Math.abs(y2 - y1) / viewport.height,
    };
    if (typeof note.url === 'string' && /^(https?|mailto):/i.test(note.url)) found.push({ ...box, url: note.url });
    const target = note.dest ? await destination(note.dest) : null;
    if (target) found.push({ ...box, page: target });
  }
  return found;
}
