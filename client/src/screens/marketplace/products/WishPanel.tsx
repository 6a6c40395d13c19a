import { wishes as wishCalls } from '@fundus/contract/library/wishes';
import { marketplace, type Product } from '@fundus/contract/marketplace/marketplace';
import { Gift, SquarePen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { DecideWishDialog } from '../../../components/media/DecideWishDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { Button } from '../../../ui/Button.tsx';
import '../marketplace.css';

const REFRESHES = { refreshes: [marketplace.product, marketplace.products, wishCalls.wishes, wishCalls.wishOf] };

type Props = { product: Product; wishes: NonNullable<Product['wishes']> };

/** Shows how many colleagues have requested the product, lets the user join, and lets administrators decide. */
export function WishPanel({ product, wishes }: Props) {
  const { t } = useT();
  const [deciding, setDeciding] = useState(false);
  const wish = useCall(marketplace.wishProduct, REFRESHES);
  const { id, title, can } = product;
  // A request cannot be repeated, so its result replaces the button and receives the focus.
  const status = useRef<HTMLParagraphElement>(null);
  const wished = useRef(false);
  useEffect(() => {
    if (!wished.current || can.wish) return;
    wished.current = false;
    if (document.activeElement === document.body) status.current!.focus();
  }, [can.wish]);
  const send = () =>
    wish.mutate(
      { params: { id }, body: {} },
      {
        onSuccess: () => {
          wished.current = true;
          showSnackbar({ text: t('market.wish.done', { title }), type: 'success' });
        },
        onError: ({ code }) => showSnackbar({ text: t(code === 'state_conflict' ? 'market.wish.had' : `error.${code}`), type: 'error' }),
      },
    );
  return (
    <section className="market-panel market-wishes">
      <h2>{t('market.wish')}</h2>
      <p ref={status} tabIndex={-1}>
        {t('market.wishes', { count: wishes.count })}
        {wishes.step && ` · ${t(`market.wish.step.${wishes.step}`)}`}
      </p>
      {wishes.answer && <blockquote className="small">{wishes.answer}</blockquote>}
      <p className="market-does">
        {can.wish && (
          <Button
            variant="line"
            icon={<Gift />}
            aria-disabled={wish.isPending}
            onClick={() => {
              if (!wish.isPending) send();
            }}
          >
            {t(wishes.count > 0 ? 'market.wish.make' : 'market.wish.first')}
          </Button>
        )}
        {can.decideWish && wishes.count > 0 && (
          <Button icon={<SquarePen />} onClick={() => setDeciding(true)}>
            {t('market.wish.decide')}
          </Button>
        )}
      </p>
      {deciding && <DecideAll product={product} onClose={() => setDeciding(false)} />}
    </section>
  );
}

/** Decides all requests at once. The answer starts empty, because earlier answers may differ. */
function DecideAll({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useT();
  const decide = useCall(marketplace.decideWishes, REFRESHES);
  const undo = useDecisionUndo(REFRESHES);
  return (
    <DecideWishDialog
      title={t('market.wish.decide.title', { title: product.title })}
      initial={{ state: 'examined', answer: '' }}
      call={decide}
      onDecide={(body) =>
        decide.mutate(
          { params: { id: product.id }, body },
          {
            onSuccess: ({ ids }) => {
              onClose();
              showSnackbar({
                text: t('wish.decided', { title: product.title }),
                type: 'success',
                ...(ids.length > 0 && {
                  action: undo(
                    wishCalls.undoDecision,
                    ids.map((id) => ({ params: { id } })),
                  ),
                }),
              });
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
