/** Needs of a class that a medium meets according to its record (docs/behaviour/classes.md#requirements-of-media). Pure. */
import { CLASS_NEEDS } from './needs.ts';

export type ClassNeed = (typeof CLASS_NEEDS)[number];

/** Viewers of media without sound. */
const SILENT = ['picture', 'pdf', 'epub'];

type About = {
  /** Viewer of its main file. */
  viewer: string;
  /** Roles of its files. */
  roles: readonly string[];
  /** `fn_sprache`: s1 and p1 are easy and plain language, o1 an original with captions. */
  languages: readonly string[];
};

/** Returns the needs a medium certainly meets; unknown properties count as unmet. */
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
