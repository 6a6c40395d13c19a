import { byAge, defineDomain, doer, named, none, own } from '../../domain.ts';
import { paymentWorker } from './payment/provider-requests.ts';
import { mergeBudgets } from './orders/budget-repository.ts';
import { collectBudgets, collectOrders } from './collect-repository.ts';
import { eraseBuyers } from './orders/order-repository.ts';
import { sweepOrders } from './orders/orders.ts';
import { PAYMENT_JOB } from './payment/payment-jobs.ts';
import { handlers } from './routes.ts';
import { collectTrials } from './trials/trial-repository.ts';
import { sweepTrials } from './trials/trials.ts';

export const domain = defineDomain({
  services: ['payment', 'search'],
  calls: { marketplace: handlers },
  tables: {
    product: {},
    product_medium: {},
    product_offer: {},
    product_trial: { person_id: own, decided_by: doer, school_id: 'moves' },
    seller: {},
    purchase_order: { buyer_id: named, approved_by: doer, school_id: 'moves' },
    purchase_line: {},
    purchase_event: { person_id: doer },
    payment: {},
    payment_call: {},
    number_counter: {},
    invoice: { paid_by: doer },
    school_budget: { school_id: 'mergeSchools' },
  },
  sweep: { orders: byAge(sweepOrders), trials: byAge(sweepTrials) },
  storedFiles: none,
  jobs: (portal) => ({ [PAYMENT_JOB]: paymentWorker(portal) }),
  names: {},
  schoolData: {
    orders: (db, { schoolId }) => collectOrders(db, schoolId),
    budgets: (db, { schoolId }) => collectBudgets(db, schoolId),
    trials: (db, { schoolId }) => collectTrials(db, schoolId),
  },
  mergeSchools: ({ db }, from, to) => mergeBudgets(db, from, to),
  erasePeople: eraseBuyers,
  obligations: none,
  demo: () => import('./demo.ts'),
});
