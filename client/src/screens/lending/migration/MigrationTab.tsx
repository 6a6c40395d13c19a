import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import {
  lendingMigration,
  type MigrationState,
  type MigrationStep,
  type MigrationTemplate,
} from '@fundus/contract/lending/migration/migration';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingPrivate } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { address } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { StockImport } from '../stock/StockImport.tsx';
import { lendingHref } from '../parts/lending-view.ts';
import { MigrationImport } from './MigrationImport.tsx';
import { Reminders } from './Reminders.tsx';
import './migration.css';

/** Queries that return imported data. */
const READS = [
  lendingMigration.migration,
  lendingDesk.desk,
  lendingDesk.items,
  lending.models,
  lending.calendar,
  lendingPrivate.privateBorrowers,
];

/** Shows the steps of a migration from another system (docs/behaviour/lending.md#migration-from-another-system). */
export function MigrationTab({ point }: { point: LendingPoint }) {
  const { t } = useT();
  const [open, setOpen] = useState<MigrationTemplate | null>(null);
  const state = useQuery({ ...query(lendingMigration.migration, { query: { point: point.id } }), staleTime: 0 });
  const close = () => {
    setOpen(null);
    void state.refetch();
  };
  return (
    <>
      <Link className="migration-back" href={lendingHref({ tab: 'stock', point: point.id })}>
        <ArrowLeft /> {t('migration.back')}
      </Link>
      <section aria-labelledby="migration">
        <h2 id="migration">{t('migration.title')}</h2>
        <p className="migration-about">{t('migration.about')}</p>
        {state.error && !state.data && <Failed error={state.error} onRetry={() => void state.refetch()} />}
        {state.isPending && <PlaceholderLines />}
        {state.data && (
          <ol className="migration-steps">
            {STEPS.map((step, i) => (
              <Step key={step} step={step} number={i + 1} state={state.data} point={point} onOpen={() => setOpen(step)} />
            ))}
          </ol>
        )}
      </section>
      {state.data && <Reminders point={point.id} state={state.data} />}
      {open === 'stock' && <StockImport point={point} onClose={close} />}
      {open !== null && open !== 'stock' && <MigrationImport step={open} point={point.id} refreshes={READS} onClose={close} />}
    </>
  );
}

const STEPS = ['stock', 'borrowers', 'loans', 'reservations'] as const satisfies readonly MigrationTemplate[];

type StepProps = { step: MigrationTemplate; number: number; state: MigrationState; point: LendingPoint; onOpen: () => void };

function Step({ step, number, state, point, onOpen }: StepProps) {
  const { t } = useT();
  const name = t(`migration.${step}.title`);
  const isDone = countOf(state)[step] > 0;
  // The first step without imported data has the primary button.
  const isNext = STEPS.find((each) => countOf(state)[each] === 0) === step;
  const needsStock = (step === 'loans' || step === 'reservations') && state.devices === 0;
  return (
    <li data-done={isDone || undefined}>
      <div>
        <h3>{t('migration.step', { step: number, title: name })}</h3>
        <p>{t(`migration.${step}.about`)}</p>
        {isDone && <p className="migration-state">{stepStateText(step, state, t)}</p>}
        {needsStock && <p className="small-print">{t('migration.needs.stock')}</p>}
      </div>
      <div className="migration-acts">
        <Button
          variant={isNext ? 'primary' : 'line'}
          icon={<FileUp />}
          disabled={needsStock}
          aria-label={t('migration.upload.of', { name })}
          onClick={onOpen}
        >
          {t('migration.upload')}
        </Button>
        <ExportMenu
          label={t('migration.template')}
          name={t('migration.template.of', { name })}
          hrefOf={(asked) => address(lendingMigration.migrationTemplate, { params: { table: step }, query: { point: point.id, ...asked } })}
        />
      </div>
    </li>
  );
}

const countOf = ({ devices, borrowers, loans, reservations }: MigrationState): Record<MigrationTemplate, number> => ({
  stock: devices,
  borrowers: borrowers.accounts + borrowers.private,
  loans: loans.imported,
  reservations: reservations.imported,
});

function stepStateText(step: MigrationTemplate, state: MigrationState, t: ReturnType<typeof useT>['t']): ReactNode {
  const words: Record<MigrationStep | 'stock', () => string> = {
    stock: () => t('migration.stock.state', { count: state.devices }),
    borrowers: () => t('migration.borrowers.state', state.borrowers),
    loans: () => t('migration.loans.state', { ...state.loans, count: state.loans.imported }),
    reservations: () => t('migration.reservations.state', { count: state.reservations.imported, open: state.reservations.open }),
  };
  return words[step]();
}
