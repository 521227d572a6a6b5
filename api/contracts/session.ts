import { z } from 'zod';
import { droppedFields } from './dropped.ts';
import { errorResponse } from './errors.ts';
import { secondFactorMethod } from './second-factor.ts';
import { LINK_IN_NAME, messages, NAME_MIN, PASSWORD_MIN } from './session-messages.ts';
import { ownUser, PASSWORD_MAX } from './user.ts';

export const emailField = z
  .string(messages.email)
  .trim()
  .toLowerCase()
  .max(254, messages.email)
  .pipe(z.email(messages.email));
export const nameField = z
  .string(messages.name)
  .trim()
  .min(NAME_MIN, messages.name)
  .max(80, 'Name has at most 80 characters')
  .regex(/^[^\p{Cc}<>]*$/u, messages.name)
  .refine((name) => !LINK_IN_NAME.test(name), messages.name);
export const newPasswordField = z
  .string(messages.password)
  .min(PASSWORD_MIN, messages.password)
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`);

/**
 * POST /api/user/register. `msg` is about the first invalid field, in the order name, password, email. `secret` is
 * the one-time setup token of the first admin.
 */
export const registerRequest = z
  .strictObject({
    name: nameField,
    password: newPasswordField,
    email: emailField,
    secret: z.string().max(200).optional(),
    ...droppedFields('role'),
  })
  .meta({ id: 'Register' });

/** POST /api/user/login. With `rememberMe`, the session lasts 30 days instead of 12 hours. */
export const loginRequest = z
  .strictObject({
    email: z.string('Email is required').trim().toLowerCase().min(1, 'Email is required').max(254),
    password: z.string('Password is required').min(1, 'Password is required').max(1000),
    rememberMe: z.boolean().default(false),
  })
  .meta({ id: 'Login' });

/** Response to a sign-in that is refused or requires a second factor, then with a ticket for the next step. */
export const signInRefused = errorResponse
  .extend({
    ticket: z.string().optional(),
    methods: z.array(secondFactorMethod).optional(),
  })
  .meta({ id: 'SignInRefused' });

/** Response to register, login and refresh. The tokens are also set as httpOnly cookies. */
export const sessionResponse = z
  .object({
    msg: z.string(),
    accesstoken: z.string().describe('access token for API clients; expires after 15 minutes'),
    data: z.object({ accesstoken: z.string() }),
    user: ownUser,
  })
  .meta({ id: 'Session' });

export const logoutResponse = z.object({ msg: z.string() }).meta({ id: 'Logout' });
