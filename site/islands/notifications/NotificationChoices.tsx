import { useEffect, useRef } from 'react';
import type { NotificationKind } from '#contracts/notification.ts';
import { changePreference, readPreferences } from '../../client/notification-calls.ts';
import { showToast } from '../../client/show-toast.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { dataOf, errorMessage, useLoaded } from '../ui/use-loaded.ts';

const names = {
  article: ['New articles', 'if you subscribe with the bell of an article'],
  reply: ['Replies', 'to your comments'],
  like: ['Likes', 'of your comments'],
  moderation: ['Decisions', 'about your comments'],
  purchase: ['Purchases', 'new versions of your products'],
  security: ['Security', 'of your account (always sent by email)'],
} as const satisfies Record<NotificationKind, readonly [string, string]>;

type Channel = 'inSite' | 'byMail';
const channelNames = { inSite: 'here', byMail: 'by email' } as const;

/** Notification preferences, for the site and for email. Each change is saved immediately. */
export function NotificationChoices() {
  const section = useRef<HTMLElement>(null);
  const { loaded, reload, change } = useLoaded(readPreferences);
  const preferences = dataOf(loaded)?.preferences;
  const isReady = preferences !== undefined;
  useEffect(() => {
    if (isReady && location.hash === '#choices') section.current?.scrollIntoView();
  }, [isReady]);

  /** Shows the change immediately and reverts it if the API refuses. */
  async function choose(kind: NotificationKind, channel: Channel, isOn: boolean) {
    const show = (shown: boolean) =>
      change((current) => ({
        preferences: current.preferences.map((item) =>
          item.kind === kind ? { ...item, [channel]: shown } : item,
        ),
      }));
    show(isOn);
    try {
      await changePreference({ kind, [channel]: isOn });
      showToast({ type: 'SUCCESS', message: 'Saved.' });
    } catch (error) {
      show(!isOn);
      showToast({ type: 'error', message: errorMessage(error) });
    }
  }

  return (
    <section className="told__section" ref={section} aria-labelledby="choices-title">
      <h2 id="choices-title">Notification preferences</h2>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      <table className="table told__choices" hidden={loaded.state === 'failed'}>
        <thead>
          <tr>
            {['What', 'Here', 'By email'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preferences?.map((preference) => {
            const { kind } = preference;
            const [name, more] = names[kind];
            return (
              <tr key={kind}>
                <th scope="row">
                  {name}
                  <span> {more}</span>
                </th>
                {(['inSite', 'byMail'] as const).map((channel) => (
                  <td key={channel}>
                    {/* The label makes the whole cell the target. */}
                    <label>
                      <input
                        type="checkbox"
                        aria-label={`${name}: ${channelNames[channel]}`}
                        checked={preference[channel]}
                        disabled={kind === 'security' && channel === 'byMail'}
                        onChange={(event) =>
                          void choose(kind, channel, event.currentTarget.checked)
                        }
                      />
                    </label>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
