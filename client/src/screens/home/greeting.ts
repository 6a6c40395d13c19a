import type { MessageKey } from '@fundus/contract/messages';

/** By the clock of the person's own device; `hour` 0 to 23. */
export function greetingKey(hour: number): MessageKey {
  if (hour >= 4 && hour < 11) return 'home.greeting.morning';
  return hour >= 11 && hour < 18 ? 'home.greeting.day' : 'home.greeting.evening';
}
