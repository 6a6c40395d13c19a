/**
 * SCORM runtime API (`API` of 1.2, `API_1484_11` of 2004) for the page of a unit. scorm-again provides the data model. This file adds resuming,
 * reports to the player, and sessions that span several pages.
 */
import { save, state } from './frame-state.ts';
import { postToPlayer } from './report.ts';
import { runScriptSync } from './run-sync.ts';

export type Version = '1.2' | '2004';

type Model = {
  on: (event: string, listener: () => void) => void;
  isInitialized: () => boolean;
  loadFromFlattenedJSON: (values: Record<string, unknown>) => void;
  getFlattenedCMI: () => Record<string, unknown>;
  cmi: { getCurrentTotalTime: () => string };
} & Record<string, (...values: string[]) => string>;

const SCRIPTS = {
  '1.2': ['scorm12.js', 'Scorm12API', 'API'],
  '2004': ['scorm2004.js', 'Scorm2004API', 'API_1484_11'],
} as const;

/** Names of the eight API functions by version, in the same order. */
const FUNCTIONS = {
  '1.2': [
    'LMSInitialize',
    'LMSFinish',
    'LMSGetValue',
    'LMSSetValue',
    'LMSCommit',
    'LMSGetLastError',
    'LMSGetErrorString',
    'LMSGetDiagnostic',
  ],
  '2004': ['Initialize', 'Terminate', 'GetValue', 'SetValue', 'Commit', 'GetLastError', 'GetErrorString', 'GetDiagnostic'],
} as const;

const SETTINGS = { autocommit: false, lmsCommitUrl: false, logLevel: 5, mastery_override: true, enableOfflineSupport: false };
/** Matches elements that are not restored: they belong to a single session or are provided by the platform. */
const OF_SESSION = /^cmi\.(core\.)?(session_time|exit|entry)$/;
/** Maximum size in characters of the stored state. A larger state is stored without interactions, which packages do not read back. */
const MAX_STATE = 190_000;

/** Defines the API of the version. The library is loaded when the API is first accessed. */
export function installScorm(version: Version): void {
  const name = SCRIPTS[version][2];
  const define = (value: unknown): unknown =>
    Object.defineProperty(window, name, { value, configurable: true, enumerable: true, writable: true });
  Object.defineProperty(window, name, {
    configurable: true,
    enumerable: true,
    get: () => {
      const api = makeApi(version);
      define(api);
      return api;
    },
    set: define,
  });
}

const exitOf = (cmi: Record<string, unknown>): unknown => cmi['cmi.core.exit'] ?? cmi['cmi.exit'];

/** Returns the initial data model: the values of the previous session, overridden by those that the portal provides. */
export function startValues(
  version: Version,
  cmi: Record<string, unknown> | null,
  supplied: Record<string, string>,
): Record<string, unknown> {
  const restored = Object.entries(cmi ?? {}).filter(([name, value]) => !OF_SESSION.test(name) && typeof value !== 'object' && value !== '');
  const entry = cmi === null ? 'ab-initio' : exitOf(cmi) === 'suspend' || cmi.running === true ? 'resume' : '';
  return {
    ...Object.fromEntries(restored.filter(([name]) => name !== 'running')),
    ...supplied,
    [version === '1.2' ? 'cmi.core.entry' : 'cmi.entry']: entry,
  };
}

function makeApi(version: Version): Record<string, (...values: string[]) => string> {
  const [script, library] = SCRIPTS[version];
  const Library = runScriptSync(script, library) as new (settings: object) => Model;
  const model = new Library(SETTINGS);
  const [initialize, terminate, , , commit, ...errors] = FUNCTIONS[version];
  const { unit } = state;
  let ended = false;
  let changed = false;
  let last: Record<string, unknown> = {};
  model.loadFromFlattenedJSON(startValues(version, unit?.cmi ?? null, unit?.supplied ?? suppliedWithoutPlayer(version)));

  /** Passes the data model to the next page of this frame and to the player. */
  const report = (begun = false): void => {
    last = { ...model.getFlattenedCMI(), running: !ended };
    const total = model.cmi.getCurrentTotalTime();
    if (total) last[version === '1.2' ? 'cmi.core.total_time' : 'cmi.total_time'] = total;
    if (unit) {
      unit.cmi = fitting(last);
      save();
    }
    postToPlayer({ unit: { id: unit?.id ?? '', cmi: fitting(last), begun, ended, ...unitResult(version, last) } });
    changed = false;
  };
  // Continues the session of the previous page without an explicit `Initialize`.
  const initializeNext = (): void => {
    if (unit?.running && !ended && !model.isInitialized()) model[initialize]!('');
  };
  const api: Record<string, (...values: string[]) => string> = {};
  for (const name of FUNCTIONS[version])
    api[name] = (...values) => {
      if (name !== initialize && !(errors as readonly string[]).includes(name)) initializeNext();
      if (name === initialize && ended) ended = false;
      const answer = String(model[name]!(...values.map(String)));
      const done = answer === 'true';
      if (name === initialize && done) {
        if (unit) unit.running = true;
        report(true);
      }
      if (name === terminate && done) {
        ended = true;
        if (unit) unit.running = false;
      }
      changed ||= done && name.endsWith('SetValue');
      if (done && (name === commit || name === terminate)) report();
      return answer;
    };
  for (const event of ['beforeunload', 'pagehide'])
    window.addEventListener(event, () => {
      if (changed) report();
    });
  return api;
}

/** Returns the provided values for a package that was opened without the player. They are the same as without an assignment. */
const suppliedWithoutPlayer = (version: Version): Record<string, string> =>
  version === '1.2'
    ? {
        'cmi.core.lesson_mode': 'normal',
        'cmi.core.credit': 'no-credit',
        'cmi.core.student_id': 'learner',
        'cmi.core.student_name': 'Learner',
      }
    : { 'cmi.mode': 'normal', 'cmi.credit': 'no-credit', 'cmi.learner_id': 'learner', 'cmi.learner_name': 'Learner' };

function fitting(cmi: Record<string, unknown>): Record<string, unknown> {
  if (JSON.stringify(cmi).length <= MAX_STATE) return cmi;
  return Object.fromEntries(Object.entries(cmi).filter(([name]) => !name.startsWith('cmi.interactions.')));
}

export type Outcome = { status: 'passed' | 'failed' | 'completed' | 'incomplete'; scaled: number | null };

/** Returns status and score of a unit by the rules of the version. */
export function unitResult(version: Version, cmi: Record<string, unknown>): Outcome {
  const text = (name: string): string => String(cmi[name] ?? '');
  const number = (name: string): number | null => (text(name) === '' || !Number.isFinite(Number(text(name))) ? null : Number(text(name)));
  const prefix = version === '1.2' ? 'cmi.core.score' : 'cmi.score';
  const [raw, min, max] = [number(`${prefix}.raw`), number(`${prefix}.min`) ?? 0, number(`${prefix}.max`) ?? 100];
  const ratio = raw !== null && max > min ? (raw - min) / (max - min) : null;
  const scaled = version === '2004' ? (number('cmi.score.scaled') ?? ratio) : ratio;
  return { status: statusOf(version, text, cmi.running === false), scaled: scaled === null ? null : Math.min(1, Math.max(0, scaled)) };
}

function statusOf(version: Version, text: (name: string) => string, ended: boolean): Outcome['status'] {
  // The standard requires that a unit that ends without a status counts as completed.
  const unsaid = (none: string, status: string) => (ended && (status === none || status === '') ? 'completed' : 'incomplete');
  if (version === '1.2') {
    const status = text('cmi.core.lesson_status');
    if (status === 'passed' || status === 'failed' || status === 'completed') return status;
    return unsaid('not attempted', status);
  }
  const success = text('cmi.success_status');
  if (success === 'passed' || success === 'failed') return success;
  const completion = text('cmi.completion_status');
  return completion === 'completed' ? 'completed' : unsaid('unknown', completion);
}
