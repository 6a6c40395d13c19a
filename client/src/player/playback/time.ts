/** Formats seconds for display and speech. Pure. */
import type { MessageKey } from '@fundus/contract/messages';

type TranslateCount = (key: MessageKey, values: { count: number }) => string;

/** Returns a duration in words, such as `1 Minute 12 Sekunden` for 72. */
export function spokenTime(seconds: number, t: TranslateCount): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const parts: [MessageKey, number][] = [
    ['player.time.hours', Math.floor(whole / 3600)],
    ['player.time.minutes', Math.floor(whole / 60) % 60],
    ['player.time.seconds', whole % 60],
  ];
  const spoken = parts.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count }));
  return spoken.length > 0 ? spoken.join(' ') : t('player.time.seconds', { count: 0 });
}
