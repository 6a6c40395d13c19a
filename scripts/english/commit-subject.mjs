/** Rules for commit subjects: `area: imperative verb object`, one statement, at most 72 characters. */

const MAX_LENGTH = 72;
const AREA = /^[a-z0-9][a-z0-9-]*(?:, [a-z0-9][a-z0-9-]*)*: (?=\S)/;

/** Subjects that git generates. */
const GENERATED = /^(?:Merge |Revert "|fixup! |squash! )/;

/** Allowed verbs. Add a verb only if it is plain English and in the imperative. */
const VERBS = new Set(
  `abort accept account adapt add adjust admit adopt align allocate allow announce answer apply approve archive ask assert assign avoid
  back balance base batch begin block bound build bump cache calculate call cancel cap capture change charge check choose claim clarify clean clear
  close collapse collect colour combine compare compile complete compress compute condense configure confirm connect consume contain continue
  convert copy correct count cover create crop cut debounce declare decode decouple deduplicate defer define delay delete deny deprecate
  derive describe detect determine disable discard disclose display distinguish divide document download drain drop edit emit empty enable
  encode encrypt end enforce enlarge ensure erase escape evict exclude execute exempt expand expect expire explain export expose extend extract
  fail fetch fill filter find finish fit fix flag flatten flush focus fold follow forbid force forget format forward free freeze generate get
  give grant group guard hand handle harden harvest hide highlight hoist hold identify ignore implement import improve include increase index
  inform inherit initialise inline insert inspect install invalidate invite isolate join judge keep kill label launch leave lend let lift limit link
  list load localise locate lock log look loosen lower mail make manage map mark mask match measure merge migrate mock modify mount move name narrow
  negotiate nest normalise note notify number offer omit open optimise order override pack page parse pass paste pause pin place plan poll
  postpone prefer prefetch preload prepare present preserve prevent preview print prioritise process prompt protect prove provide publish pull
  purge push put query queue quote raise rank rate reach read rebuild recalculate receive recognise recompute recommend record recover
  redirect reduce reference refetch refine refresh refund refuse regenerate register regroup reject relay release reload remember remind remove
  rename render renew reopen reorder reorganise repair repeat replace reply report reproduce request require reread reserve reset resize resolve
  respect respond rest restore restrict restructure resume retain retire retry return reuse revert review revise revoke reword rewrite rotate round
  route run sample sandbox sanitise save say scale scan schedule scope scroll search select send separate serialise serve set settle share shorten
  show shrink shuffle sign simplify skip sort specify speed split start state stop store stream strip style submit subscribe suggest
  support suppress surface suspend swap switch synchronise tag take terminate test throttle throw tighten time tolerate track translate treat
  trigger trim trust try turn type undo unify unlink unlock unpack unregister update upgrade upload use validate verify visit wait walk warm
  warn weigh widen withdraw withhold wrap write`.split(/\s+/),
);

/** Returns the problem of a subject; `undefined` if it is valid. */
export function problemOf(subject) {
  if (GENERATED.test(subject)) return undefined;
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters, at most ${MAX_LENGTH}`;
  const [area] = AREA.exec(subject) ?? [];
  if (!area) return 'does not begin with an area, as in "search: "';
  const [verb] = subject.slice(area.length).split(/[\s,;:]/);
  if (!VERBS.has(verb)) return `has "${verb}" in place of an imperative verb (VERBS in scripts/english/commit-subject.mjs)`;
  if (subject.includes(';')) return 'has two statements';
  return subject.endsWith('.') ? 'ends with a full stop' : undefined;
}
