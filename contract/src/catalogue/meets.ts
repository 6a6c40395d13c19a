/** Determines from its record which needs of classes a medium meets (docs/behaviour/classes.md#requirements-of-media). */
import { CLASS_NEEDS } from './needs.ts';

export type ClassNeed = (typeof CLASS_NEEDS)[number];

/** Viewers of media that have no sound. */
const SILENT = ['picture', 'pdf', 'epub'];

type About = {
  /** Viewer of the main file. */
  viewer: string;
  /** Roles of all files. */
  roles: readonly string[];
  /** Codes of `fn_sprache`, of which s1 is easy language, p1 plain language, and o1 an original version with captions. */
  languages: readonly string[];
};

/** Returns the needs that a medium certainly meets. A need counts as unmet if the record does not mention it. */
export function findMetNeeds({ viewer, roles, languages }: About): ClassNeed[] {
  const silent = SILENT.includes(viewer);
  const captioned = roles.includes('caption') || (viewer === 'video' && languages.includes('o1'));
  const met: Record<ClassNeed, boolean> = {
    captions: captioned || silent,
    easy_language: languages.some((code) => code === 's1' || code === 'p1'),
    no_sound: captioned || silent,
    audio_description: roles.includes('audio_description') || viewer === 'audio',
  };
  return CLASS_NEEDS.filter((need) => met[need]);
}
