/** Draws the monthly report as an A4 PDF. Runs in a child process. */
import { drawTable, makeRoom, MM, openSheet, QUIET, tag, writeText, type PaperWords } from '../../../paper/pen.ts';
import type { ReportPart, ReportWords } from './report-words.ts';

export type ReportPaper = ReportWords & { title: string; about: string; none: string; language: string; foot: PaperWords };

/** Width of each column except the first. */
const FIGURE = 30 * MM;

export async function drawReport({ title, about, figures, parts, none, language, foot }: ReportPaper): Promise<Uint8Array> {
  const { pen, root, finish } = openSheet({ title, language });
  tag(root, pen, 'H1', () => writeText(pen, title, { weight: 'bold', size: 20 }));
  pen.doc.y += 2 * MM;
  tag(root, pen, 'P', () => writeText(pen, about, { colour: QUIET }));
  pen.doc.y += 5 * MM;
  drawTable(pen, root, { rows: figures, figure: 45 * MM });
  for (const part of parts) drawPart(part);
  if (parts.length === 0) {
    pen.doc.y += 5 * MM;
    tag(root, pen, 'P', () => writeText(pen, none));
  }
  return finish(foot);

  function drawPart({ heading, columns, rows, note }: ReportPart): void {
    makeRoom(pen.doc, 35 * MM);
    pen.doc.y += 7 * MM;
    tag(root, pen, 'H2', () => writeText(pen, heading, { weight: 'bold', size: 13 }));
    pen.doc.y += 2 * MM;
    drawTable(pen, root, { head: columns, rows, figure: FIGURE });
    if (note) tag(root, pen, 'P', () => writeText(pen, note, { size: 9, colour: QUIET }));
  }
}
