/** Rights box: the answers to what a user may do with a medium (docs/behaviour/catalogue.md#rights-box). Pure. */
import type { MediaDetail, Rights } from '@fundus/contract/catalogue/catalogue';
import type { Entitlement } from './active.ts';

type Answers = MediaDetail['may'];
type Answer = Omit<Answers[number], 'question'>;

const OPEN = /^(cc0|public domain|gemeinfrei|pdm)|^cc[ -]by/i;

/** Parses the conditions NC, ND and SA in the name of an open licence. Returns `null` for other texts. */
function openTerms(note: string | null): { name: string; commercial: boolean; changes: boolean; alike: boolean } | null {
  const name = note?.trim() ?? '';
  if (!OPEN.test(name)) return null;
  const marks = name.toUpperCase().split(/[\s-]+/);
  return { name, commercial: !marks.includes('NC'), changes: !marks.includes('ND'), alike: marks.includes('SA') };
}

type About = {
  free: boolean;
  download: boolean;
  note: string | null;
  /** Form of the medium: online, a carrier such as a DVD, or a device. */
  form?: 'online' | 'carrier' | 'device';
  /** True if the medium can be opened on a screen, because it has a file or an address. */
  opens?: boolean;
  /** True if the user is an author or editor of the medium and needs no permission. */
  ours?: boolean;
  /** True if the user may release the medium to classes. It opens there once a licence exists. */
  gives?: boolean;
};

/** Questions that apply to carriers and devices. All questions apply to online media. */
const QUESTIONS: Partial<Record<NonNullable<About['form']>, readonly Answers[number]['question'][]>> = {
  carrier: ['show_in_class', 'public_screening'],
  device: [],
};

/** Returns the answers for an online medium without a file. What is allowed is not possible yet. */
const withoutFile = (answers: Answers): Answers =>
  answers.map((one) => (one.answer === 'no' ? one : { question: one.question, answer: 'limited', why: 'no_file_yet', note: '' }));

/**
 * Returns the answers of the rights box. `free` marks a medium that is free for everyone, and `download` a file that the user may save. `note` is the
 * licence of a free medium.
 */
export function mayAnswers(
  entitlement: Entitlement,
  { free, download, note, form = 'online', opens = true, ours = false, gives = false }: About,
): Answers {
  const open = openTerms(note);
  const yes = (reason: 'until' | 'delete' = 'until'): Answer =>
    entitlement.valid_to === false
      ? { answer: 'yes', why: null, note: '' }
      : { answer: reason === 'delete' ? 'limited' : 'yes', why: reason, note: entitlement.valid_to };
  const no = (): Answer =>
    entitlement.rights !== null
      ? { answer: 'no', why: 'excluded', note: '' }
      : entitlement.active && entitlement.remaining !== false
        ? { answer: 'no', why: 'seat', note: '' }
        : { answer: 'no', why: 'unlicensed', note: '' };
  const allowed = (right: keyof Rights): boolean => entitlement.active && entitlement.rights !== null && entitlement.rights[right];
  const openly = (): Answer =>
    open === null
      ? { answer: 'no', why: 'ask', note: '' }
      : open.commercial
        ? { answer: 'yes', why: 'open', note: open.name }
        : { answer: 'limited', why: 'open_nc', note: open.name };
  const adapt = (): Answer => {
    if (ours) return { answer: 'yes', why: null, note: '' };
    if (allowed('edit')) return yes();
    if (open?.changes) return { answer: open.alike ? 'limited' : 'yes', why: open.alike ? 'open_sa' : 'open', note: open.name };
    return free && open === null ? openly() : no();
  };
  const nothing: Answer = { answer: 'no', why: 'no_file', note: '' };
  const usable = entitlement.rights !== null;
  const release = (): Answer => {
    if (allowed('home_use')) return yes();
    const answer = no();
    return gives && answer.why === 'unlicensed' ? { answer: 'limited', why: 'later', note: '' } : answer;
  };
  const all: Answers = [
    { question: 'show_in_class', ...(allowed('stream') ? yes() : no()) },
    { question: 'release_to_class', ...release() },
    { question: 'download', ...(download ? yes('delete') : allowed('download') ? nothing : no()) },
    { question: 'embed_lms', ...(allowed('lms_embed') ? yes() : no()) },
    { question: 'adapt', ...adapt() },
    { question: 'public_screening', ...(ours ? yes() : usable ? openly() : no()) },
  ];
  const questions = QUESTIONS[form];
  if (questions) return all.filter(({ question }) => questions.includes(question));
  return opens ? all : withoutFile(all);
}
