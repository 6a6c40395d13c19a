/**
 * State of a package for as long as its frame is open. It is kept in `window.name`: that is there before the first script runs, survives going from
 * page to page, and is readable in this frame only. The player fills it before the first page (client/src/player/viewers/frame/package-frame.ts).
 */

/** What the player tells the run-time about the unit it opens. */
export type Unit = {
  id: string;
  /** Flattened data model of an earlier session; null begins anew. */
  cmi: Record<string, unknown> | null;
  /** Values the learning platform supplies. */
  supplied: Record<string, string>;
  /** Called `Initialize`, but not `Terminate` yet: the next page of the unit goes on. */
  running?: boolean;
};

export type FrameState = {
  local: [string, string][];
  session: [string, string][];
  cookies: [string, string][];
  /** The name the package gave its window. */
  name: string;
  unit: Unit | null;
};

const MARK = 'fundus:';
/** A large state is written less often; in between only on the way to another page. */
const LARGE = 100_000;
const SAVE_MS = 400;
/** Characters the player is sent, to start the next unit with. */
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

/** Whether the player opened this page, or a page before it in the same frame. */
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
let tell: (kept: string) => void = () => undefined;

export function save(): void {
  if (timer) clearTimeout(timer);
  timer = 0;
  waiting = false;
  const text = JSON.stringify(state);
  size = text.length;
  nativeName.set!.call(window, MARK + text);
  if (size < MAX_KEPT) tell(text);
}

/** A browser hands the name to the next page before this one ends, so it is written at the end of the running script. */
export function saveSoon(): void {
  if (size > LARGE) timer ||= window.setTimeout(save, SAVE_MS);
  else if (!waiting) {
    waiting = true;
    queueMicrotask(save);
  }
}

export function keepState(onSave: (kept: string) => void): void {
  tell = onSave;
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
