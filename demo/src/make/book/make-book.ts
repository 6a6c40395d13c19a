import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf, type Entry } from '../studio/catalogue.ts';
import { circle, oklch, path, rect, stroke, svg, text, times, poly } from '../studio/draw.ts';
import type { Medium } from '../studio/film.ts';
import { withStage } from '../studio/stage.ts';
import { zipTo, type Parts } from '../studio/zip.ts';
import { questions, sections } from './text.ts';

export const book: Medium = {
  key: 'das-licht-von-sandhoern',
  title: 'Das Licht von Sandhörn',
  subtitle: 'Eine Geschichte in fünf Kapiteln, mit Sachteil und Fragen',
  text: 'In einer Sturmnacht fällt der Strom aus, und der Leuchtturm bleibt dunkel. Draußen ist noch ein Kutter unterwegs. Jule steigt die neunundneunzig Stufen hinauf und hat eine Idee.\n\nAuf die Geschichte folgen ein kurzer Sachtext über Leuchttürme und fünf Fragen zum Text, von der Suche nach einer Textstelle bis zum eigenen Schreiben.\n\nGeeignet als Klassenlektüre für eine Woche oder zum stillen Lesen.',
  subjects: ['1200107', '12007'],
  grades: ['A(4)', 'A(5)', 'A(6)'],
  keywords: ['Lesen', 'Erzählung', 'Leuchtturm', 'Mut', 'Fresnellinse', 'Lesestück', 'E-Book'],
  language: ['de'],
  producer: 'Buchstabenwiese Verlag',
  year: 2025,
};

const ID = 'urn:uuid:5f7c2c1e-6a3b-4d1f-9a57-0c3c1e9b7a42';

function coverDrawing(): string {
  const night = [
    oklch(0.24, 0.05, 275),
    oklch(0.29, 0.06, 275),
    oklch(0.34, 0.07, 272),
    oklch(0.4, 0.075, 265),
    oklch(0.47, 0.075, 258),
    oklch(0.55, 0.07, 250),
    oklch(0.6, 0.07, 245),
  ];
  const sky = night.map((c, i) => rect(0, i * 210, 1200, 212, c)).join('');
  const stars = times(40, (i) => circle((i * 397) % 1200, (i * 233) % 620, 1.6 + (i % 3), 'oklch(0.93 0.03 90)', 'opacity="0.8"'));
  const beam =
    poly(
      [
        [820, 560],
        [-40, 300],
        [-40, 700],
      ],
      oklch(0.9, 0.1, 88),
      'opacity="0.5"',
    ) +
    poly(
      [
        [820, 560],
        [-40, 420],
        [-40, 600],
      ],
      oklch(0.93, 0.1, 90),
      'opacity="0.55"',
    );
  const tower =
    path('M762 640H878L912 1316Q820 1340 728 1316z', oklch(0.97, 0.01, 80)) +
    path('M755 780L885 780L893 930L747 930zM739 1090L901 1090L910 1240L730 1240z', oklch(0.56, 0.17, 27)) +
    path('M820 640H878L912 1316Q866 1330 820 1328z', oklch(0.3, 0.05, 275), 'opacity="0.18"');
  const lantern =
    rect(742, 618, 156, 26, oklch(0.3, 0.04, 275), 5) +
    rect(772, 512, 96, 106, oklch(0.93, 0.11, 90)) +
    stroke('M796 512V618M820 512V618M844 512V618', oklch(0.3, 0.04, 275), 5) +
    path('M758 514L820 446L882 514z', oklch(0.56, 0.17, 27)) +
    circle(820, 440, 11, oklch(0.56, 0.17, 27));
  const windows = rect(806, 850, 28, 44, oklch(0.3, 0.04, 275), 14) + rect(806, 1010, 28, 44, oklch(0.86, 0.12, 85), 14);
  const dunes =
    path('M420 1600Q560 1300 820 1290Q1040 1286 1200 1330V1600z', oklch(0.66, 0.07, 85)) +
    path('M620 1600Q760 1420 960 1410Q1100 1404 1200 1430V1600z', oklch(0.56, 0.06, 80));
  const sea = times(5, (i) =>
    path(
      `M-60 ${1290 + i * 66}q60 -34 120 0t120 0t120 0t120 0t120 0t120 0t120 0t120 0t120 0t120 0t120 0V1700H-60z`,
      oklch(0.46 - i * 0.045, 0.085, 250),
    ),
  );
  const boat = `<g transform="translate(250 1258) rotate(-7)">${path('M-92 0H96L70 46H-66z', oklch(0.56, 0.17, 27))}${rect(-30, -46, 62, 46, oklch(0.97, 0.01, 80), 4)}${rect(-14, -34, 20, 18, oklch(0.86, 0.12, 85))}${stroke('M-46 0V-96', oklch(0.85, 0.03, 80), 6)}${circle(-46, -98, 9, oklch(0.93, 0.11, 90))}</g>`;
  const title =
    text(90, 190, 'Das Licht', { size: 118, weight: 700, anchor: 'start', fill: 'oklch(0.97 0.02 85)' }) +
    text(90, 316, 'von Sandhörn', { size: 118, weight: 700, anchor: 'start', fill: 'oklch(0.97 0.02 85)' });
  const by = text(90, 1548, 'Buchstabenwiese Verlag', { size: 42, weight: 600, anchor: 'start', fill: 'oklch(0.95 0.02 85)' });
  return sky + stars + beam + boat + sea + dunes + tower + lantern + windows + title + by;
}

const xhtml = (title: string, body: string, kind = ''): string => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="de" xml:lang="de">
<head><title>${title}</title><meta charset="utf-8"/><link rel="stylesheet" type="text/css" href="buch.css"/></head>
<body${kind ? ` epub:type="${kind}"` : ''}>${body}</body></html>`;

const CSS = `body{font-family:Georgia,'Times New Roman',serif;line-height:1.55;margin:0 6%;hyphens:auto;-webkit-hyphens:auto}
h1{font-family:sans-serif;font-size:1.5em;line-height:1.25;margin:2em 0 1em;hyphens:none;-webkit-hyphens:none}
.number{display:block;font-size:.6em;font-weight:normal;letter-spacing:.06em;margin-bottom:.4em}
p{margin:0;text-indent:1.3em}p.first,li p{text-indent:0}
.sachteil p{text-indent:0;margin-bottom:.8em}li{margin-bottom:.9em}
.cover{margin:0;text-align:center}.cover img{max-width:100%;max-height:96vh}
.imprint p{text-indent:0;margin-bottom:.8em;font-size:.9em}`;

export async function makeBook(media: string): Promise<Entry> {
  mkdirSync(join(media, book.key), { recursive: true });
  const cover = await withStage(1200, 1600, 0.75, (stage) => stage.jpeg(svg(coverDrawing(), 1200, 1600), 84));
  const pages = sections.map((s, i) => {
    const body = s.paragraphs.map((p, n) => `<p${n ? '' : ' class="first"'}>${p}</p>`).join('\n');
    const number = s.part ?? `Kapitel ${i + 1}`;
    return {
      ...s,
      html: xhtml(
        s.title,
        `<section class="${s.part ? 'sachteil' : 'kapitel'}"><h1><span class="number">${number}</span>${s.title}</h1>\n${body}</section>`,
        'bodymatter',
      ),
    };
  });
  const asking = xhtml(
    'Fragen zum Text',
    `<section><h1>Fragen zum Text</h1><ol>${questions.map((q) => `<li><p>${q}</p></li>`).join('')}</ol></section>`,
    'backmatter',
  );
  const imprint = xhtml(
    'Impressum',
    `<section class="imprint"><h1>Impressum</h1><p>${book.title}. ${book.subtitle}.</p><p>${book.producer}, ${book.year}. Personen und Orte sind erfunden.</p></section>`,
    'backmatter',
  );
  const order = [
    ...pages.map((p) => ({ id: p.id, title: p.title })),
    { id: 'fragen', title: 'Fragen zum Text' },
    { id: 'impressum', title: 'Impressum' },
  ];
  const nav = xhtml(
    'Inhalt',
    `<nav epub:type="toc" id="toc"><h1>Inhalt</h1><ol>${order.map((o) => `<li><a href="${o.id}.xhtml">${o.title}</a></li>`).join('')}</ol></nav>`,
  );
  const parts: Parts = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/buch.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'OEBPS/buch.opf': packageFile(order.map((o) => o.id)),
    'OEBPS/nav.xhtml': nav,
    'OEBPS/buch.css': CSS,
    'OEBPS/cover.jpg': cover,
    'OEBPS/titel.xhtml': xhtml(
      book.title,
      `<section class="cover" epub:type="cover"><img src="cover.jpg" alt="Ein Leuchtturm bei Nacht wirft sein Licht über das Meer, davor ein kleiner Kutter"/></section>`,
      'cover',
    ),
    ...Object.fromEntries(pages.map((p) => [`OEBPS/${p.id}.xhtml`, p.html])),
    'OEBPS/fragen.xhtml': asking,
    'OEBPS/impressum.xhtml': imprint,
  };
  zipTo(join(media, book.key, 'buch.epub'), parts, ['mimetype']);
  return entryOf(
    book,
    { kind: 'epub', typ: '79' },
    [{ path: `${book.key}/buch.epub`, mime: 'application/epub+zip', role: 'main', language: 'de' }],
    media,
  );
}

function packageFile(ids: readonly string[]): string {
  const items = ids.map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`).join('');
  const spine = ids.map((id) => `<itemref idref="${id}"/>`).join('');
  const access = ['structuralNavigation', 'tableOfContents', 'alternativeText', 'readingOrder']
    .map((s) => `<meta property="schema:accessibilityFeature">${s}</meta>`)
    .join('');
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="de">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${ID}</dc:identifier><dc:title>${book.title}</dc:title><dc:language>de</dc:language><dc:publisher>${book.producer}</dc:publisher><dc:date>${book.year}-01-01</dc:date><dc:description>${book.subtitle}</dc:description><meta property="dcterms:modified">2025-01-01T00:00:00Z</meta><meta property="schema:accessMode">textual</meta><meta property="schema:accessMode">visual</meta><meta property="schema:accessModeSufficient">textual</meta><meta property="schema:accessibilityHazard">none</meta>${access}</metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="css" href="buch.css" media-type="text/css"/><item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/><item id="titel" href="titel.xhtml" media-type="application/xhtml+xml"/>${items}</manifest>
<spine><itemref idref="titel"/><itemref idref="nav"/>${spine}</spine></package>`;
}
