/** Keyboard shortcuts of a presentation, including the keys of presentation remotes. */

export type Step = 'next' | 'previous' | 'first' | 'last' | 'black' | 'play' | 'begin';

const KEYS: Record<string, Step> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  // A remote has only one forward button, so it starts a film before it moves on.
  PageDown: 'begin',
  PageUp: 'previous',
  Home: 'first',
  End: 'last',
  b: 'black',
  '.': 'black',
  ' ': 'play',
};

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; target: EventTarget | null };

/** Returns the step for a key. Returns `undefined` in input fields, for Space on buttons, and with modifier keys. */
export function stepOf({ key, ctrlKey, metaKey, altKey, target }: Key): Step | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const step = KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (!(target instanceof Element)) return step;
  const typing =
    target instanceof HTMLInputElement ? target.type !== 'range' : target.matches('textarea, select, [contenteditable="true"]');
  const pressing = key === ' ' && target.closest('button, a, summary') !== null;
  return typing || pressing ? undefined : step;
}

/** Returns the action for a step, which depends on the state of the film on display. */
export function actionOf(step: Step, film: 'waits' | 'plays' | 'rests' | 'over' | null): Exclude<Step, 'play' | 'begin'> | 'toggle' {
  if (step === 'play') return film === null || film === 'over' ? 'next' : 'toggle';
  if (step === 'begin') return film === 'waits' ? 'toggle' : 'next';
  return step;
}
