/** Motifs of covers by subject and media type. */
import { mediaType } from '@fundus/contract/reference/media-types';
import { FORM } from './cover-art-form.ts';
import { NATURE } from './cover-art-nature.ts';
import type { Motif } from './cover-art-shapes.ts';
import { THINGS } from './cover-art-things.ts';

export const MOTIFS = { ...NATURE, ...FORM, ...THINGS } satisfies Record<string, Motif>;
export type MotifName = keyof typeof MOTIFS;

/** Motifs by key of the main subject. A motif that is listed twice is drawn twice as often. */
const OF_SUBJECT: Readonly<Record<string, readonly MotifName[]>> = {
  arbeit: ['hex', 'bars', 'tiles'],
  beruf: ['bars', 'tiles', 'hex'],
  kunst: ['tiles', 'overlap', 'rays', 'arcs'],
  biologie: ['leaves', 'overlap', 'contours', 'leaves', 'arcs'],
  chemie: ['hex', 'orbit', 'dots'],
  deutsch: ['spines', 'tiles', 'arcs'],
  vorschule: ['tiles', 'overlap', 'arcs', 'dots'],
  ethik: ['overlap', 'orbit', 'arcs'],
  freizeit: ['peaks', 'waves', 'strata'],
  sprachen: ['overlap', 'spines', 'dots'],
  geografie: ['peaks', 'strata', 'contours', 'peaks', 'orbit'],
  geschichte: ['arches', 'spines', 'strata'],
  gesundheit: ['waves', 'overlap', 'leaves', 'dots'],
  grundschule: ['tiles', 'bars', 'rays', 'leaves'],
  informatik: ['circuit', 'hex', 'dots', 'circuit'],
  interkulturell: ['overlap', 'tiles', 'strata'],
  jugend: ['overlap', 'arcs', 'tiles'],
  mathematik: ['tiles', 'dots', 'arcs'],
  medien: ['frames', 'waves', 'circuit', 'tiles'],
  musik: ['waves', 'bars', 'arcs'],
  paedagogik: ['overlap', 'spines', 'tiles'],
  philosophie: ['orbit', 'rays', 'arcs', 'overlap'],
  physik: ['waves', 'orbit', 'rays', 'arcs'],
  politik: ['bars', 'arches', 'dots'],
  praxis: ['tiles', 'hex', 'bars'],
  psychologie: ['contours', 'overlap', 'waves'],
  religion: ['arches', 'rays', 'arcs'],
  retten: ['rays', 'arcs', 'waves'],
  sexualerziehung: ['overlap', 'contours', 'arcs'],
  film: ['frames', 'rays', 'frames', 'strata'],
  sport: ['arcs', 'rays', 'overlap', 'strata'],
  praevention: ['dots', 'contours', 'overlap'],
  umwelt: ['strata', 'leaves', 'contours', 'peaks'],
  verkehr: ['road', 'strata', 'road', 'hex'],
  weiterbildung: ['spines', 'bars', 'arcs'],
  wirtschaft: ['bars', 'dots', 'tiles'],
  allgemein: ['tiles', 'arcs', 'dots'],
};

/**
 * Returns the motifs of a medium. Books have spines, loan devices a device, physical packages boxes, and slides and reels frames. Other physical
 * media have a disc in its sleeve or a motif of the subject.
 */
export function motifsOf(subjectKey: string, fn_typ?: string): readonly MotifName[] {
  const ofSubject = OF_SUBJECT[subjectKey] ?? OF_SUBJECT.allgemein!;
  if (fn_typ === undefined) return ofSubject;
  const type = mediaType(fn_typ);
  if (type.class === 'book') return ['spines'];
  if (type.class === 'device') return ['device'];
  if (type.carrier === 'online') return ofSubject;
  if (type.class === 'package') return ['crates'];
  if (type.class === 'picture' || type.code === '32') return ['frames'];
  return [...ofSubject, ...ofSubject.map((): MotifName => 'sleeve')];
}
