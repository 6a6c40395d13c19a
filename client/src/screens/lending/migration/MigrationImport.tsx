import type { Endpoint } from '@fundus/contract/endpoint';
import type { MessageKey } from '@fundus/contract/messages';
import {
  lendingMigration,
  MIGRATION_ROWS,
  type MIGRATION_COLUMNS,
  type MigrationColumn,
  type MigrationProblem,
  type MigrationRow,
  type MigrationStep,
} from '@fundus/contract/lending/migration/migration';
import { TableImport } from '../../../components/tables/TableImport.tsx';
import type { RowProblem } from '../../../components/tables/table-words.ts';
import { useImportCall, type ImportBody } from '../../../components/tables/use-import-call.ts';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Note } from '../../../ui/Note.tsx';
import { refusalText } from '../parts/words.ts';

type Props = { step: MigrationStep; point: string; refreshes: readonly Endpoint[]; onClose: () => void };

/** Imports a table from the previous system. A preview shows each row before all rows are imported in one transaction. */
export function MigrationImport({ step, point, refreshes, onClose }: Props) {
  const { t, locale } = useT();
  const argsOf = (body: ImportBody) => ({ params: { step }, body: { point, ...body } });
  const look = useImportCall(lendingMigration.migrate, argsOf);
  const take = useImportCall(lendingMigration.migrate, argsOf, { refreshes });
  const column = (name: string): string => columnWords(t, step, name as MigrationColumn);
  return (
    <TableImport
      whole
      title={t(`migration.${step}.title`)}
      about={<p>{t(`migration.${step}.about`)}</p>}
      sample={sampleOf(step, column)}
      rows={MIGRATION_ROWS}
      labels={{ column, choice: (name, code) => choiceText(t, name, code) }}
      look={look}
      take={take}
      countOf={({ created, changed }) => created + changed}
      action={(count) => t(`migration.${step}.action`, { count })}
      sums={({ created, changed, same, errors }) => [
        { text: t('lending.import.sum.new', { count: created }) },
        ...(changed > 0 ? [{ text: t('lending.import.sum.changed', { count: changed }) }] : []),
        ...(same > 0 ? [{ text: t('lending.import.sum.same', { count: same }) }] : []),
        ...(errors > 0 ? [{ text: t('lending.import.sum.errors', { count: errors }), bad: true }] : []),
      ]}
      columnOfName={t(`migration.${step}.title`)}
      lineOf={(row) => ({ name: row.name || '–', about: row.about, result: resultText(t, row) })}
      problemOf={(problem) => migrationRuleText(t, problem, locale, column)}
      otherProblem={(error) => refusalText(t, error, locale)}
      onDone={({ created, changed }) => {
        showSnackbar({ text: t(`migration.${step}.done`, { count: created + changed }), type: 'success' });
        onClose();
      }}
      onClose={onClose}
    >
      {(found) =>
        found &&
        found.gone.length > 0 && (
          <Note role="status">
            <p>{t('migration.gone', { count: found.gone.length, codes: found.gone.join(', ') })}</p>
          </Note>
        )
      }
    </TableImport>
  );
}

const columnWords = (t: Translate, step: MigrationStep, name: MigrationColumn): string =>
  t(name === 'number' ? `migration.column.number.${step}` : (`migration.column.${name}` as MessageKey));

function choiceText(t: Translate, column: string, code: string): string {
  if (code === 'yes') return t('migration.choice.yes');
  return t(`migration.choice.${column}.${code}` as MessageKey);
}

/** Columns of the example that the dialog shows. */
const SAMPLES = {
  borrowers: ['number', 'card', 'name', 'first_name', 'email', 'address'],
  loans: ['number', 'device', 'borrower', 'lent_on', 'due_on'],
  reservations: ['number', 'device', 'model', 'borrower', 'from', 'until'],
} as const satisfies { [S in MigrationStep]: readonly (typeof MIGRATION_COLUMNS)[S][number][] };
const ROWS: Record<MigrationStep, string> = {
  borrowers: '1001;2900001001;Beispiel;Kim;k.beispiel@schule.example;',
  loans: '5001;KAM-01;1001;23.11.2026;07.12.2026',
  reservations: '7001;KAM-01;;1001;14.12.2026;18.12.2026',
};
const sampleOf = (step: MigrationStep, column: (name: string) => string): string => `${SAMPLES[step].map(column).join(';')}\n${ROWS[step]}`;

function resultText(t: Translate, { result, notes }: MigrationRow): string {
  if (result === 'error') return '';
  return joinFacts([t(`migration.is.${result}`), ...notes.map((note) => t(`migration.note.${note}`))]);
}

// oxfmt-ignore
const RULES = ['all_lent', 'ambiguous', 'far', 'full', 'future', 'lent', 'needed', 'needed_row', 'no_account', 'no_borrower', 'no_delivery', 'no_device', 'no_model', 'no_private', 'on_loan', 'over', 'range', 'ready_device', 'state', 'taken', 'twice'] as const;

/** Returns the text of a migration rule, or `undefined` for rules shared with other imports. */
function migrationRuleText(t: Translate, problem: RowProblem, locale: string, column: (name: string) => string): string | undefined {
  const rule = RULES.find((each) => each === problem.rule);
  if (!rule) return undefined;
  const { about = '' } = problem as Partial<MigrationProblem>;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(about) ? formatDate(about, 'short', locale) : about;
  const words = rule === 'state' ? stateName(t, about) : day;
  return t(`migration.rule.${rule}`, { field: column(problem.field), about: words });
}

const stateName = (t: Translate, state: string): string =>
  state === 'set_aside' ? t('migration.state.set_aside') : t(`lending.item.${state}` as MessageKey);
