/** Texts about why a file was rejected, or what is unusual about an accepted file. */
import type { FileRole } from '@fundus/contract/files/files';
import { describedFormat, isConvertible, type DescribedFormat } from '@fundus/contract/files/formats';
import { PACKAGE_REFUSALS } from '@fundus/contract/files/package-refusals';
import { formatBytes, languageName } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

type Problem = { code: string; details?: Record<string, unknown> };

/** Codes of notices about the content of a package or document. */
const CONTENT_NOTICES = ['missing_files', 'flash_parts', 'server_parts', 'no_results', 'other_hosts', 'only_saved', 'xfa_form'] as const;
/** Codes of notices about accepted files. */
const NOTICES: readonly string[] = ['codec', 'sounds', ...CONTENT_NOTICES];
export const isNotice = (problem: Problem | null): boolean => problem !== null && NOTICES.includes(problem.code);

const ARCHIVE_RULES = ['broken', 'entries', 'size', 'ratio', 'nested', 'encrypted', 'method', 'link', 'twice', 'name', 'path'] as const;
const CAPTION_LIMITS = ['line', 'cue', 'cues'] as const;
const DRM = ['adept', 'lcp', 'fairplay', 'marlin', 'kobo', 'other'] as const;
const oneOf = <T extends string>(all: readonly T[], value: unknown): T | null => all.find((one) => one === value) ?? null;

export function problemText(problem: Problem | null, name: string, t: Translate, locale: string): string {
  const { code, details = {} } = problem ?? { code: 'internal' };
  const notice = oneOf(CONTENT_NOTICES, code);
  if (notice) return t(`upload.problem.${notice}`, { names: String(details.names) });
  switch (code) {
    case 'codec':
      return [
        t('upload.problem.codec', { codecs: String(details.codecs) }),
        details.ffmpeg === false && t('upload.problem.no_ffmpeg.later'),
      ]
        .filter(Boolean)
        .join(' ');
    case 'sounds': {
      const languages = (details.languages as string[]).map((language) => languageName(language, locale)).join(', ');
      return t(languages ? 'upload.problem.sounds.named' : 'upload.problem.sounds', { count: Number(details.count), languages });
    }
    case 'quota_exceeded':
      return t(`upload.problem.quota.${details.of === 'school' ? 'school' : 'person'}`, {
        used: formatBytes(Number(details.used), locale),
        limit: formatBytes(Number(details.limit), locale),
      });
    case 'too_large':
      return tooLarge(details, t, locale);
    case 'broken_file':
      return details.rule === 'time' || details.rule === 'xml'
        ? t(`upload.problem.captions.${details.rule}`, { line: Number(details.line) })
        : t('error.broken_file');
    case 'conversion_failed':
      return t(`upload.problem.conversion.${oneOf(['too_large', 'too_slow'] as const, details.reason) ?? 'unreadable'}`);
    case 'already_exists':
    case 'given_up':
      return t(`upload.problem.${code}`);
    case 'unsupported_type':
      return unsupported(details, name, t);
    default:
      return t(`error.${code as 'internal'}`);
  }
}

function tooLarge(details: Record<string, unknown>, t: Translate, locale: string): string {
  if (details.limit) return t('upload.problem.too_large', { size: formatBytes(Number(details.limit), locale) });
  const rule = oneOf(CAPTION_LIMITS, details.rule);
  if (rule) return t(`upload.problem.captions.${rule}`, { most: Number(details.most) });
  return details.reason ? t('upload.problem.too_complex') : t('error.too_large');
}

function unsupported(details: Record<string, unknown>, name: string, t: Translate): string {
  if (details.archive) return archiveText(details, t);
  const drm = oneOf(DRM, details.drm);
  if (drm) return t(`upload.problem.drm.${drm}`);
  const role = t(`upload.role.${details.role as FileRole}`);
  const byContent = describedFormat(String(details.found));
  // Uses the file extension if the content is unknown.
  const byName = byContent === 'unknown' ? describedFormat(name.split('.').at(-1)!) : null;
  const format = byName ?? byContent;
  const text =
    byContent === 'unknown'
      ? [t('upload.problem.unknown', { role }), byName && t('upload.problem.unknown.name', { found: t(`upload.found.${byName}`) })]
      : [
          t('upload.problem.unsupported_type', {
            role,
            found: byContent ? t(`upload.found.${byContent}`) : String(details.found).toUpperCase(),
          }),
        ];
  return [...text, details.ffmpeg === false && t('upload.problem.no_ffmpeg'), format && adviceFor(format, details, t)]
    .filter(Boolean)
    .join(' ');
}

function archiveText({ archive, names }: Record<string, unknown>, t: Translate): string {
  const refusal = oneOf(PACKAGE_REFUSALS, archive);
  if (refusal) return t(`upload.problem.archive.${refusal}`, { names: String(names ?? '') });
  return t(`upload.problem.archive.${oneOf(ARCHIVE_RULES, archive) ?? 'broken'}`);
}

const PICTURES: ReadonlySet<DescribedFormat> = new Set<DescribedFormat>(['heic', 'tiff', 'bmp', 'psd', 'jxl', 'jp2', 'ico', 'djvu']);
const ARCHIVES: ReadonlySet<DescribedFormat> = new Set<DescribedFormat>(['rar', '7z', 'gz', 'bz2', 'xz', 'tar']);
const DOCUMENTS: ReadonlySet<DescribedFormat> = new Set<DescribedFormat>(['ole', 'rtf', 'ps', 'docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods']);
const CAPTIONS: ReadonlySet<DescribedFormat> = new Set<DescribedFormat>(['smi', 'sub', 'lrc', 'scc', 'idx', 'mpl', 'stl']);

/** Returns advice about the format to which the editor can convert the file, or `null`. */
function adviceFor(format: DescribedFormat, { role }: Record<string, unknown>, t: Translate): string | null {
  if (isConvertible(format)) return role === 'main' || role === 'material' || role === 'audio_description' ? t('upload.advice.film') : null;
  if (CAPTIONS.has(format)) return role === 'main' ? null : t('upload.advice.captions');
  if (PICTURES.has(format)) return t('upload.advice.picture');
  if (ARCHIVES.has(format)) return t('upload.advice.archive');
  return DOCUMENTS.has(format) && role === 'main' ? t('upload.advice.document') : null;
}
