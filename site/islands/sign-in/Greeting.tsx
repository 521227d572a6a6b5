import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $session, $sessionFlag, confirmSession } from '../../stores/session.ts';
import { requestedReturnPath } from './enter.ts';

/** Replaces the forms of /login and /register for members who are signed in. */
export function Greeting() {
  const session = useStore($session, { ssr: 'initial' });
  const [next, setNext] = useState('/');
  useEffect(() => {
    setNext(requestedReturnPath());
    if ($sessionFlag.get()) void confirmSession();
  }, []);
  return (
    <div className="account__done for-signed-in needs-script">
      <h2>
        You are signed in
        {session.state === 'signed-in' && ` as ${session.user.name} (${session.user.email})`}.
      </h2>
      <a className="button button--main" href={next}>
        {next === '/' ? 'Home' : 'Continue'}
      </a>
      <a className="button" href="/profile">
        Your profile
      </a>
      <button className="button" type="button" data-sign-out="">
        Logout
      </button>
      <p>To use another account, sign out first.</p>
    </div>
  );
}
