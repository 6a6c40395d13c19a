import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingPrivate, type PrivateBorrower } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { Plus, UserRound } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { FeeList } from './FeeList.tsx';
import { borrowerHref } from '../parts/desk-href.ts';
import type { LendingView } from '../parts/lending-view.ts';
import { PrivateDialog } from './PrivateDialog.tsx';
import { useIdCheck } from './use-id-check.ts';
import { refusalText } from '../parts/words.ts';
import '../../../ui/button.css';
import '../parts/lending.css';

const PAGE = 50;

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void };
type Open = { what: 'change'; known: PrivateBorrower | null } | { what: 'remove'; known: PrivateBorrower } | null;

/** Lists private borrowers with their loans and unpaid fees (docs/behaviour/lending.md#private-borrowers). */
export function PrivateTab({ point, view, show }: Props) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<Open>(null);
  const people = usePage(lendingPrivate.privateBorrowers, { query: { point: point.id, q: view.q, ...rowsOf(view.page, PAGE) } });
  const { check, error } = useIdCheck();
  const close = () => setOpen(null);
  return (
    <>
      <div className="lending-bar">
        {point.private_borrowers && (
          <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ what: 'change', known: null })}>
            {t('lending.private.new')}
          </Button>
        )}
        <FindInAddress label={t('lending.private.find')} value={view.q} onFind={(q) => show({ q })} />
      </div>
      <FormProblem>{error && refusalText(t, error, locale)}</FormProblem>
      <section aria-labelledby="lending-private">
        <h2 id="lending-private">{t('lending.private.list')}</h2>
        <PagedList
          list={people}
          label={t('lending.private.list')}
          onPage={(page) => show({ page })}
          empty={
            view.q ? (
              <p>{t('lending.private.none.found')}</p>
            ) : (
              <EmptyState icon={<UserRound />} title={t('lending.private.none')}>
                <p>{t('lending.private.none.hint')}</p>
              </EmptyState>
            )
          }
        >
          {({ items }) => (
            <ul className="lending-lines">
              {items.map((known) => (
                <li key={known.id}>
                  <Facts point={point.id} known={known} />
                  <span className="btn-flush-phone">
                    {!known.id_checked && (
                      <Button aria-label={t('lending.private.check.name', { name: known.name })} onClick={() => check(known)}>
                        {t('lending.private.check')}
                      </Button>
                    )}
                    <Button
                      aria-label={t('lending.private.change', { name: known.name })}
                      onClick={() => setOpen({ what: 'change', known })}
                    >
                      {t('lending.change')}
                    </Button>
                    <a
                      className="btn"
                      href={address(lendingPrivate.privateBorrowerData, { params: { id: known.id }, query: { lang: locale } })}
                      download
                      aria-label={t('lending.private.data.name', { name: known.name })}
                    >
                      {t('lending.private.data')}
                    </a>
                    <Button
                      aria-label={t('lending.private.remove.name', { name: known.name })}
                      onClick={() => setOpen({ what: 'remove', known })}
                    >
                      {t('lending.private.remove')}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </section>
      <FeeList point={point.id} />
      {open?.what === 'change' && <PrivateDialog point={point.id} known={open.known} onClose={close} />}
      {open?.what === 'remove' && <RemoveDialog known={open.known} onClose={close} />}
    </>
  );
}

function Facts({ point, known }: { point: string; known: PrivateBorrower }) {
  const { t, locale } = useT();
  const { id_checked, on_loan, ordered, owed_cents, suspended } = known;
  const seen = id_checked && { day: formatDate(id_checked.at, 'berlin', locale), name: id_checked.by };
  return (
    <span>
      <strong>
        <Link href={borrowerHref(known.id, point)}>{known.name}</Link>
      </strong>
      <span className="small-print">{joinFacts([known.address.replaceAll('\n', ', '), known.email, known.phone, known.note])}</span>
      <span className="small-print">
        {joinFacts([
          seen && t(seen.name ? 'lending.private.checked.by' : 'lending.private.checked.on', seen),
          on_loan > 0 && t('lending.private.has', { count: on_loan }),
          ordered > 0 && t('lending.private.ordered', { count: ordered }),
        ])}
      </span>
      {!id_checked && (
        <span className="lending-state" data-tone="warn">
          {t('lending.private.unchecked')}
        </span>
      )}
      {owed_cents > 0 && (
        <span className="lending-state" data-tone="warn">
          {t('lending.private.owes', { amount: formatMoney(owed_cents, locale) })}
        </span>
      )}
      {suspended && (
        <span className="lending-state" data-tone="bad">
          {t('lending.suspended', { reason: suspended.reason })}
        </span>
      )}
    </span>
  );
}

function RemoveDialog({ known, onClose }: { known: PrivateBorrower; onClose: () => void }) {
  const { t, locale } = useT();
  const remove = useCall(lendingPrivate.removePrivateBorrower, { refreshes: [lendingPrivate.privateBorrowers] });
  return (
    <ConfirmDialog
      title={t('lending.private.remove.name', { name: known.name })}
      action={t('lending.private.remove')}
      disabled={remove.isPending}
      onAction={() =>
        remove.mutate(
          { params: { id: known.id } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('lending.private.removed', { name: known.name }), type: 'success' });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <FormProblem>{remove.error && refusalText(t, remove.error, locale)}</FormProblem>
      <p>{t('lending.private.remove.text')}</p>
    </ConfirmDialog>
  );
}
