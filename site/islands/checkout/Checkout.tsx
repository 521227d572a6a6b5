import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { paymentPendingResponse, paymentResponse } from '#contracts/order.ts';
import {
  CART_PATH,
  DEMO_PAYMENT_PATH,
  HISTORY_PATH,
  LIBRARY_PATH,
  orderPath,
} from '#contracts/shop-messages.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { clearReceiptAddress, readReceiptAddress } from '../../client/pending-purchase.ts';
import { loadCart } from '../../stores/cart.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { errorMessage } from '../ui/use-fetch.ts';

type PaymentResponse = z.infer<typeof paymentResponse> | z.infer<typeof paymentPendingResponse>;

type Result = { heading: string } & (
  | { state: 'paid'; order: { _id: string; number: number } }
  | { state: 'pending'; reason: string; provider: string }
  | { state: 'unknown'; reason: string }
  | { state: 'refused'; reason: string }
);

const LOADING = 'Completing your payment';
/** Prefix of the IDs of all payments at the demo provider. */
const DEMO_PAYMENT = 'DEMO-';

/** Page to which buyers return from the payment provider: completes the payment and shows its result. */
export function Checkout() {
  const [result, setResult] = useState<Result | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (result) title.current?.focus();
  }, [result]);
  return (
    <div className="own-page checkout">
      <div className="page-title checkout__title">
        <h1 tabIndex={-1} ref={title}>
          {result?.heading ?? 'One moment'}
        </h1>
      </div>
      <MembersOnly loading={LOADING}>
        {({ _id }) => <Payment userId={_id} result={result} onResult={setResult} />}
      </MembersOnly>
    </div>
  );
}

async function finishPayment(userId: string, paymentID: string): Promise<Result> {
  try {
    const address = readReceiptAddress(userId);
    const body = { paymentID, ...(Object.keys(address).length > 0 && { address }) };
    const response = await callApi<PaymentResponse>('POST', '/api/payment', { body });
    clearReceiptAddress();
    // The cart is empty now. If loading fails, only the badge in the header is outdated.
    void loadCart().catch(() => undefined);
    if (response.order) return { state: 'paid', heading: response.msg, order: response.order };
    const { msg: reason, provider } = response;
    return { state: 'pending', heading: 'Your payment is being processed', reason, provider };
  } catch (error) {
    const reason = errorMessage(error);
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 0 || status >= 500)
      return { state: 'unknown', heading: 'Your payment could not be completed', reason };
    const heading = status === 402 ? 'You have not paid' : 'This payment cannot be completed';
    return { state: 'refused', heading, reason };
  }
}

interface Props {
  userId: string;
  result: Result | null;
  onResult(result: Result): void;
}

function Payment({ userId, result, onResult }: Props) {
  const [paymentID] = useState(() => new URLSearchParams(location.search).get('token'));

  async function finish() {
    if (!paymentID) return location.replace(CART_PATH);
    onResult(await finishPayment(userId, paymentID));
  }
  const finishFirst = useEffectEvent(finish);
  useEffect(() => {
    void finishFirst();
  }, []);

  if (!paymentID || !result) return <ListSkeleton label={LOADING} />;
  return (
    <div className="checkout__content">
      {paymentID.startsWith(DEMO_PAYMENT) && (
        <p className="banner">
          <strong>Demo. </strong>No money is charged.
        </p>
      )}
      {result.state === 'paid' && <Paid order={result.order} />}
      {result.state === 'unknown' && <LoadFailed reason={result.reason} onRetry={finish} />}
      {result.state === 'refused' && (
        <>
          <p className="lead">{result.reason}</p>
          <p className="checkout__actions">
            <a className="button button--main" href={CART_PATH}>
              Back to your cart
            </a>
          </p>
        </>
      )}
      {result.state === 'pending' && (
        <>
          <p className="lead">{result.reason}</p>
          <p className="checkout__actions">
            <BusyButton className="button button--main" onPress={finish}>
              Check again
            </BusyButton>
            {result.provider === 'demo' && (
              <a
                className="button"
                href={`${DEMO_PAYMENT_PATH}?token=${encodeURIComponent(paymentID)}`}
              >
                Choose the outcome of the demo payment
              </a>
            )}
            <a className="button" href={HISTORY_PATH}>
              All your orders
            </a>
          </p>
        </>
      )}
    </div>
  );
}

function Paid({ order }: { order: { _id: string; number: number } }) {
  return (
    <>
      <p className="lead">Your order number is {order.number}. We have emailed you a receipt.</p>
      <p className="checkout__actions">
        <a className="button button--main" href={orderPath(order._id)}>
          See your order
        </a>
        <a className="button" href={LIBRARY_PATH}>
          Go to your library
        </a>
      </p>
    </>
  );
}
