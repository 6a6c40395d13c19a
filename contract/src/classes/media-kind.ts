import { mediaType } from '../reference/media-types.ts';
import type { CLASS_MEDIA_KINDS } from './rules.ts';

const KINDS = { media: 'media', apps: 'app', books: 'book' } as const satisfies Record<string, (typeof CLASS_MEDIA_KINDS)[number]>;

/** Returns the path segment for a medium in a class, which depends on its media type (docs/specification.md#routes). */
export const classMediaKind = (fn_typ: string): (typeof CLASS_MEDIA_KINDS)[number] => KINDS[mediaType(fn_typ).kind];
