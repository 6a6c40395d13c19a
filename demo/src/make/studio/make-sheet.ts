import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf, type Entry } from './catalogue.ts';
import { withPage } from './chromium.ts';
import type { Medium } from './film.ts';
import { fontFace } from './stage.ts';

/** A worksheet: HTML pages in A4, printed to a tagged PDF. */
export type Sheet = Medium & { subject: string; tint: string; pages: string[] };

const STYLE = `
@page { size: A4; margin: 15mm 18mm 16mm; @bottom-right { content: 'Seite ' counter(page) ' von ' counter(pages); font: 9pt Atkinson; color: #555; } @bottom-left { content: PRODUCER; font: 9pt Atkinson; color: #555; } }
html { font: 11.5pt/1.45 Atkinson, 'DejaVu Sans', sans-serif; color: oklch(0.245 0.025 258); -webkit-print-color-adjust: exact; }
body { margin: 0; }
header { display: flex; justify-content: space-between; align-items: baseline; border-bottom: 2.5pt solid var(--deep); padding-bottom: 2.5mm; font-size: 10.5pt; }
header b { color: var(--deep); }
.fields { display: flex; gap: 7mm; }
.fields span { border-bottom: 0.6pt solid #777; display: inline-block; min-width: 34mm; }
.fields span.short { min-width: 18mm; }
section + section { break-before: page; }
h1 { font-size: 23pt; line-height: 1.15; margin: 6mm 0 1.5mm; font-weight: 700; }
h2 { font-size: 13.5pt; margin: 6mm 0 2mm; font-weight: 700; color: var(--deep); display: flex; gap: 2.5mm; align-items: baseline; break-after: avoid; }
h2 i { font-style: normal; background: var(--deep); color: #fff; border-radius: 50%; width: 6.4mm; height: 6.4mm; line-height: 6.4mm; text-align: center; font-size: 11pt; flex: none; }
h2 em { margin-left: auto; font-style: normal; font-weight: 500; font-size: 10pt; color: oklch(0.45 0.02 258); }
p, ul, ol { margin: 0 0 2.5mm; }
.lead { font-size: 12.5pt; color: oklch(0.4 0.02 258); margin-bottom: 3mm; }
.bank { background: var(--pale); border-radius: 3mm; padding: 2.5mm 4mm; }
.bank b { font-weight: 600; }
.gap { display: inline-block; min-width: 33mm; border-bottom: 0.8pt solid #333; height: 1.1em; }
.gap.s { min-width: 14mm; }
.lines { margin-bottom: 4mm; }
.lines div { border-bottom: 0.6pt solid #888; height: 9mm; }
figure { margin: 3mm 0; break-inside: avoid; }
svg { display: block; width: 100%; height: auto; font-family: Atkinson; }
table { border-collapse: collapse; width: 100%; margin: 2mm 0 3mm; break-inside: avoid; }
th, td { border: 0.7pt solid #999; padding: 2mm 3mm; text-align: left; vertical-align: top; }
th { background: var(--pale); font-weight: 600; }
td.box { width: 18mm; text-align: center; }
.tick { display: inline-block; width: 4mm; height: 4mm; border: 0.9pt solid #333; border-radius: 0.8mm; vertical-align: -0.6mm; margin-right: 2mm; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 2mm 8mm; }
.three { display: grid; grid-template-columns: repeat(3, 1fr); gap: 5mm 6mm; }
.frac { display: inline-flex; flex-direction: column; vertical-align: middle; text-align: center; line-height: 1.15; font-weight: 600; margin: 0 0.6mm; }
.frac span:first-child { border-bottom: 1pt solid #222; padding: 0 1mm; }
.frac .gap { min-width: 7mm; border-bottom: none; }
.frac .gap + span, .frac span + .gap { min-width: 7mm; }
.task { font-size: 13pt; display: flex; align-items: center; gap: 1mm; min-height: 15mm; }
.note { border-left: 3pt solid var(--main); padding: 0.5mm 0 0.5mm 4mm; }
.answer { background: var(--pale); border-radius: 3mm; padding: 3mm 5mm; }
`;

const page = (sheet: Sheet, body: string, first: boolean): string => `<section>
<header><div><b>${sheet.subject}</b> · ${sheet.title}</div>${
  first ? '<div class="fields"><div>Name <span>&#8203;</span></div><div>Datum <span class="short">&#8203;</span></div></div>' : ''
}</header>
${body}</section>`;

export async function makeSheet(sheet: Sheet, media: string): Promise<Entry> {
  mkdirSync(join(media, sheet.key), { recursive: true });
  const [deep, main, pale] = [
    sheet.tint.replaceAll('L', '0.35 0.085'),
    sheet.tint.replaceAll('L', '0.69 0.14'),
    sheet.tint.replaceAll('L', '0.955 0.03'),
  ];
  const colors = `:root{--deep:${deep};--main:${main};--pale:${pale}}`;
  const html = `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${sheet.title} – ${sheet.subtitle}</title><meta name="author" content="${sheet.producer}"><style>${fontFace()}${colors}${STYLE.replace('PRODUCER', `'${sheet.producer}'`)}</style></head><body>${sheet.pages.map((body, i) => page(sheet, body, i === 0)).join('')}</body></html>`;
  const pdf = await withPage(async (tab) => {
    const { frameTree } = (await tab.send('Page.getFrameTree')) as { frameTree: { frame: { id: string } } };
    await tab.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
    await tab.evaluate('document.fonts.ready.then(() => document.fonts.size)');
    const reply = await tab.send('Page.printToPDF', {
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
    return Buffer.from(String(reply['data']), 'base64');
  });
  writeFileSync(join(media, sheet.key, 'arbeitsblatt.pdf'), pdf);
  const files = [
    { path: `${sheet.key}/arbeitsblatt.pdf`, mime: 'application/pdf', role: 'main' as const, language: 'de', label: sheet.title },
  ];
  return entryOf(sheet, { kind: 'pdf', typ: '79' }, files, media);
}

/** Returns a blank to fill in; `lines` returns lines to write on. */
export const gap = (small = false): string => `<span class="gap${small ? ' s' : ''}">&#8203;</span>`;
export const lines = (n: number): string => `<div class="lines">${'<div></div>'.repeat(n)}</div>`;
export const task = (n: number, title: string, hint = ''): string => `<h2><i>${n}</i>${title}${hint ? `<em>${hint}</em>` : ''}</h2>`;
export const frac = (a: string | number, b: string | number): string => `<span class="frac"><span>${a}</span><span>${b}</span></span>`;
export const figure = (alt: string, w: number, h: number, content: string, width = '100%'): string =>
  `<figure style="width:${width}"><svg viewBox="0 0 ${w} ${h}" role="img" aria-label="${alt}">${content}</svg></figure>`;
