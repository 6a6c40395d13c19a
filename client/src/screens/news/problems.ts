/** Error messages for news, and the queries to refetch after a change. */
import { AppError } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import { news, NEWS_FILES, type NewsFile, type NewsFileKind } from '@fundus/contract/news/news';
import { call } from '../../api/call.ts';
import { base64Of } from '../../ui/base64.ts';
import { formatBytes } from '../../i18n/format.ts';
import { currentLocale, t as translate, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

/** Queries to refetch after a change to an article. */
export const NEWS_READS = { refreshes: [news.list, news.read, news.manage, news.categories, news.unread] };

const RULES: Record<string, MessageKey> = {
  required: 'news.rule.required',
  max: 'news.rule.max',
  min: 'news.rule.order',
  alt: 'news.rule.alt',
  unknown: 'news.rule.unknown',
  pins: 'news.rule.pins',
  half: 'news.rule.half',
};

/** Returns the error message for a violated rule, or `null`. */
export function ruleText(t: Translate, rule: string | undefined, field = ''): string | null {
  if (!rule) return null;
  if (field === 'display_at' && rule === 'max') return t('news.rule.tooFar');
  return t(RULES[rule] ?? 'news.rule.wrong');
}

export function newsErrorText(t: Translate, error: AppError): string {
  if (error.code === 'state_conflict') return t(error.field === 'pinned_until' ? 'news.rule.pins' : 'news.error.state');
  return t(`error.${error.code}`, { name: '' });
}

/** Shows an error in a snackbar. */
export const showError = (error: AppError): void => showSnackbar({ text: newsErrorText(translate, error), type: 'error' });

export const acceptOf = (kind: NewsFileKind): string =>
  kind === 'picture' ? NEWS_FILES.picture.types.join(',') : [...NEWS_FILES.attachment.types, '.pdf', '.docx', '.odt'].join(',');

/** Uploads a file. Returns the stored file, or an error message. */
export async function uploadNewsFile(kind: NewsFileKind, file: File): Promise<NewsFile | string> {
  const most = NEWS_FILES[kind].bytes;
  const tooLarge = (): string =>
    translate('news.file.tooLarge', { size: formatBytes(file.size, currentLocale()), most: formatBytes(most, currentLocale()) });
  if (file.size > most) return tooLarge();
  try {
    return await call(news.addFile, { body: { kind, name: file.name.slice(0, 160), content: await base64Of(file) } });
  } catch (error) {
    if (!(error instanceof AppError)) return translate('files.unreadable');
    if (error.code === 'unsupported_type') return translate(`news.file.unsupported.${kind}`);
    return error.code === 'too_large' ? tooLarge() : translate(`error.${error.code}`, { name: '' });
  }
}
