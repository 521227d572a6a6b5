import type { CheckResult } from '#contracts/ready.ts';
import type { Config } from '../../config.ts';
import { checkPaypalKeys } from '../../integrations/payment/paypal.ts';

/** Checks that PayPal accepts the keys. */
export async function checkPayments({ paypal }: Pick<Config, 'paypal'>): Promise<CheckResult> {
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'payments', state, msg });
  if (paypal === null) return result('ok', 'No payment provider is set up, see docs/operate.md.');
  const reason = await checkPaypalKeys(paypal);
  if (reason !== null) {
    return result('failed', `${reason} Compare the PAYPAL_ variables with your app at PayPal.`);
  }
  if (paypal.webhookId === null) {
    const advice = 'Create a webhook at PayPal and set PAYPAL_WEBHOOK_ID.';
    return result('warning', `PayPal accepts the keys, but refunds there go unnoticed. ${advice}`);
  }
  return result('ok', 'PayPal accepts the keys.');
}
