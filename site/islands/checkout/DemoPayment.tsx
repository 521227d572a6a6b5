import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { DemoChoice, DemoPaymentResponse, demoPaymentChosen } from '#contracts/order.ts';
import { CART_PATH } from '#contracts/shop-messages.ts';
import { callApi } from '../../client/api-client.ts';
import { priceText } from '../../format/price.ts';
import { FactList } from '../ui/FactList.tsx';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { errorMessage, useFetch } from '../ui/use-fetch.ts';

const LOADING = 'Loading the payment';

const demoPaymentApiPath = (paymentID: string) =>
  `/api/demo-payments/${encodeURIComponent(paymentID)}`;

/** Page of the demo provider, on which buyers choose the outcome of their payment. */
export function DemoPayment() {
  return (
    <div className="own-page checkout">
      <div className="page-title checkout__title">
        <h1 tabIndex={-1}>Demo provider</h1>
      </div>
      <MembersOnly loading={LOADING}>{() => <PaymentOfUrl />}</MembersOnly>
    </div>
  );
}

/** Shows the payment of the URL. Without one, the cart opens instead. */
function PaymentOfUrl() {
  const [paymentID] = useState(() => new URLSearchParams(location.search).get('token'));
  useEffect(() => {
    if (!paymentID) location.replace(CART_PATH);
  }, [paymentID]);
  return paymentID ? <LoadedPayment paymentID={paymentID} /> : <ListSkeleton label={LOADING} />;
}

function LoadedPayment({ paymentID }: { paymentID: string }) {
  const load = useCallback(
    (signal: AbortSignal) =>
      callApi<DemoPaymentResponse>('GET', demoPaymentApiPath(paymentID), { signal }),
    [paymentID],
  );
  const { loaded, reload } = useFetch(load);
  if (loaded.state === 'loading') return <ListSkeleton label={LOADING} />;
  if (loaded.state === 'ready') return <Payment payment={loaded.value} />;
  if (loaded.code !== 'NOT_FOUND') return <LoadFailed reason={loaded.reason} onRetry={reload} />;
  return (
    <>
      <p className="lead">Payment not found.</p>
      <p>
        <a className="button" href={CART_PATH}>
          Back to your cart
        </a>
      </p>
    </>
  );
}

function Payment({ payment }: { payment: DemoPaymentResponse }) {
  const { paymentID, state } = payment;
  const [busyChoice, setBusyChoice] = useState<DemoChoice | null>(null);
  const [error, setError] = useState('');
  const sum = priceText(Number(payment.total), payment.currency);
  const { pathname, search } = new URL(payment.cancelUrl, location.origin);

  async function choose(choice: DemoChoice) {
    if (busyChoice) return;
    setBusyChoice(choice);
    try {
      const { goTo } = await callApi<z.infer<typeof demoPaymentChosen>>(
        'POST',
        demoPaymentApiPath(paymentID),
        {
          body: { choice },
        },
      );
      location.assign(goTo);
    } catch (failure) {
      setBusyChoice(null);
      setError(errorMessage(failure));
    }
  }
  useEffect(() => {
    // The browser's back button shows this page in its earlier state.
    const stay = () => setBusyChoice(null);
    addEventListener('pageshow', stay);
    return () => removeEventListener('pageshow', stay);
  }, []);

  const button = (choice: DemoChoice, name: string, variantClass = '') => (
    <li>
      <button
        type="button"
        className={`button ${variantClass}`}
        aria-busy={busyChoice === choice || undefined}
        onClick={() => void choose(choice)}
      >
        {name}
      </button>
    </li>
  );
  const isFinished = state === 'captured' || state === 'denied';
  return (
    <>
      <p className="banner">
        <strong>Demo. </strong>
        This page simulates a payment provider. No money is charged, whatever you choose.
      </p>
      <FactList
        className="cart__sums demo__facts"
        facts={[
          ['Payment', paymentID],
          ['Amount', sum],
        ]}
      />
      <ul className="demo__actions">
        {state === 'pending' && (
          <>
            {button('confirm', 'Simulate an approved payment', 'button--main')}
            {button('reject', 'Simulate a rejected payment', 'button--danger')}
          </>
        )}
        {isFinished && (
          <>
            <li className="lead">
              {state === 'captured' ? 'This payment is paid.' : 'This payment was rejected.'}
            </li>
            <li>
              <a className="button" href={pathname}>
                Back to the shop
              </a>
            </li>
          </>
        )}
        {state !== 'pending' && !isFinished && (
          <>
            {button('approve', `Pay ${sum}`, 'button--main')}
            {button('hold', 'Simulate a pending payment')}
            {button('decline', 'Simulate a declined payment', 'button--danger')}
            <li>
              <a className="button" href={pathname + search}>
                Close this window
              </a>
            </li>
          </>
        )}
      </ul>
      <p className="form__error" role="alert">
        {error}
      </p>
    </>
  );
}
