/** The keys of a presentation, as clickers and people press them. Pure. */

export type Step = 'next' | 'previous' | 'first' | 'last' | 'black' | 'play' | 'begin';

const KEYS: Record<string, Step> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  // A clicker has one button for everything: a film that waits begins first.
  PageDown: 'begin',
  PageUp: 'previous',
  Home: 'first',
  End: 'last',
  b: 'black',
  '.': 'black',
  ' ': 'play',
};

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; target: EventTarget | null };

/** Undefined where the key means something else: in a field, on a button, together with others. */
export function stepOf({ key, ctrlKey, metaKey, altKey, target }: Key): Step | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const step = KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (!(target instanceof Element)) return step;
  const typing =
    target instanceof HTMLInputElement ? target.type !== 'range' : target.matches('textarea, select, [contenteditable="true"]');
  const pressing = key === ' ' && target.closest('button, a, summary') !== null;
  return typing || pressing ? undefined : step;
}

/** What a step means while a film stands there that is played, waits to be, or has come to its end. */
export function whatToDo(step: Step, film: 'waits' | 'plays' | 'rests' | 'over' | null): Exclude<Step, 'play' | 'begin'> | 'toggle' {
  if (step === 'play') return film === null || film === 'over' ? 'next' : 'toggle';
  if (step === 'begin') return film === 'waits' ? 'toggle' : 'next';
  return step;
}
