/**
 * State of a package while its frame is open. It is stored in `window.name`, which is available before the first script runs, survives navigation,
 * and is readable only in this frame. The player fills it before the first page (client/src/player/viewers/frame/package-frame.ts).
 */

/** Data of the opened unit, provided by the player. */
export type Unit = {
  id: string;
  /** Flattened data model of the previous session, or `null` to start a new attempt. */
  cmi: Record<string, unknown> | null;
  /** Values that the learning platform provides. */
  supplied: Record<string, string>;
  /** True if the unit has called `Initialize` but not `Terminate`, so that the next page continues the session. */
  running?: boolean;
};

export type FrameState = {
  local: [string, string][];
  session: [string, string][];
  cookies: [string, string][];
  /** Value that the package has assigned to `window.name`. */
  name: string;
  unit: Unit | null;
};

const MARK = 'fundus:';
/** Size in characters above which the state is written with a delay of `SAVE_MS` and before navigation, instead of after each script. */
const LARGE = 100_000;
const SAVE_MS = 400;
/** Maximum size in characters of the state that is passed to the player for the next unit. */
const MAX_KEPT = 2_000_000;

const nativeName = Object.getOwnPropertyDescriptor(window, 'name')!;
const readName = (): string => String(nativeName.get!.call(window));

function parse(name: string): Partial<FrameState> {
  if (!name.startsWith(MARK)) return {};
  try {
    return JSON.parse(name.slice(MARK.length)) as Partial<FrameState>;
  } catch {
    return {};
  }
}

/** True if the player opened this page or an earlier page in the same frame. */
export const openedByPlayer = readName().startsWith(MARK);

const seeded = parse(readName());
export const state: FrameState = {
  local: seeded.local ?? [],
  session: seeded.session ?? [],
  cookies: seeded.cookies ?? [],
  name: seeded.name ?? (openedByPlayer ? '' : readName()),
  unit: seeded.unit ?? null,
};

let timer = 0;
let waiting = false;
let size = 0;
let notifySave: (stateText: string) => void = () => undefined;

export function save(): void {
  if (timer) clearTimeout(timer);
  timer = 0;
  waiting = false;
  const text = JSON.stringify(state);
  size = text.length;
  nativeName.set!.call(window, MARK + text);
  if (size < MAX_KEPT) notifySave(text);
}

/**
 * Saves the state when the running script ends. Saving at the end of the page would be too late, because the browser passes `window.name` to the next
 * page earlier.
 */
export function saveSoon(): void {
  if (size > LARGE) timer ||= window.setTimeout(save, SAVE_MS);
  else if (!waiting) {
    waiting = true;
    queueMicrotask(save);
  }
}

export function onState(onSave: (stateText: string) => void): void {
  notifySave = onSave;
  Object.defineProperty(window, 'name', {
    configurable: true,
    enumerable: true,
    get: () => state.name,
    set: (value: unknown) => {
      state.name = String(value);
      saveSoon();
    },
  });
  for (const event of ['beforeunload', 'pagehide']) window.addEventListener(event, save);
}
