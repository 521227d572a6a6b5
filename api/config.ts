import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { CodeHostOptions } from './integrations/code-host.ts';
import type { CrossPostOptions } from './integrations/crosspost/client.ts';
import { type ErrorReportTarget, readDsn } from './integrations/error-reports.ts';
import type { PanelOptions } from './integrations/panels.ts';
import type { PaypalOptions } from './integrations/payment/paypal.ts';
import type { TextGenerationOptions } from './integrations/text-generation/client.ts';
import { cornerDoor, type Door, shopDoor } from './publisher/guarded-pages.ts';

/** Set by `make` targets; everything is optional and has a default that works. */
const flag = z.stringbool({ truthy: ['1', 'true', 'yes'], falsy: ['0', 'false', 'no'] });

const isPrivate = (url: string) =>
  /^https:/.test(url) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url);

/** Of a service that is asked with secrets; without a slash at its end. */
const hostAddress = z
  .url({ protocol: /^https?$/, error: 'needs an address such as https://github.com' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
  .refine((url) => isPrivate(`${url}/`), 'needs https: secrets travel there');

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./var'),
  SITE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((value) => new URL(value).origin)
    .optional(),
  SEED: z.enum(['demo', 'none']).default('demo'),
  ADMIN_EMAIL: z.email().toLowerCase().optional(),
  ADMIN_PASSWORD: z.string().min(6).max(128).optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])))
    .default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RATE_LIMITS: flag.default(true),
  MAKE_PICTURES: flag.default(true),
  CHECK_LINKS: flag.default(true),
  GAMES_PUBLIC: flag.default(true),
  SHOP_PUBLIC: flag.default(true),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'needs an address such as smtps://user:password@host:465' })
    .optional(),
  MAIL_FROM: z.email().optional(),
  ANALYTICS_URL: z
    .url({
      protocol: /^https?$/,
      error: 'needs an address such as https://collector.example.org/views',
    })
    .optional(),
  ERROR_REPORT_DSN: z
    .string()
    .transform(readDsn)
    .refine(
      (target) => target !== null,
      'needs an address such as https://key@errors.example.org/42',
    )
    .optional(),
  ERROR_REPORT_RATE: z.coerce.number().min(0).max(1).default(0.01),
  SUBSCRIBE_FORM_URL: z
    .url({
      protocol: /^https?$/,
      error: 'needs an address such as https://forms.example.org/f/abc',
    })
    .refine(isPrivate, 'needs https: addresses of people travel there')
    .optional(),
  CODE_HOST_CLIENT_ID: z.string().min(1).max(200).optional(),
  CODE_HOST_CLIENT_SECRET: z.string().min(1).max(500).optional(),
  CODE_HOST_NAME: z.string().min(1).max(40).default('GitHub'),
  CODE_HOST_URL: hostAddress.default('https://github.com'),
  CODE_HOST_API_URL: hostAddress.default('https://api.github.com'),
  CODE_HOST_AVATAR_URL: hostAddress.default('https://avatars.githubusercontent.com'),
  QUOTES_URL: hostAddress.optional(),
  JOKES_URL: hostAddress.optional(),
  DEV_TO_URL: hostAddress.default('https://dev.to'),
  MEDIUM_API_URL: hostAddress.default('https://api.medium.com'),
  LINKEDIN_CLIENT_ID: z.string().min(1).max(200).optional(),
  LINKEDIN_CLIENT_SECRET: z.string().min(1).max(500).optional(),
  LINKEDIN_URL: hostAddress.default('https://www.linkedin.com'),
  LINKEDIN_API_URL: hostAddress.default('https://api.linkedin.com'),
  LINKEDIN_VERSION: z
    .string()
    .regex(/^20\d{2}(0[1-9]|1[0-2])$/, 'needs a year and a month such as 202607')
    .default('202607'),
  TEXT_GENERATION_URL: hostAddress.default('https://api.openai.com/v1'),
  TEXT_GENERATION_KEY: z.string().min(1).max(500).optional(),
  TEXT_GENERATION_MODEL: z.string().min(1).max(200).default('gpt-3.5-turbo'),
  PRODUCT_FILE_MAX_MB: z.coerce.number().int().min(1).max(1_000_000_000).default(2048),
  PAYPAL_CLIENT_ID: z.string().min(1).max(200).optional(),
  PAYPAL_CLIENT_SECRET: z.string().min(1).max(500).optional(),
  PAYPAL_WEBHOOK_ID: z.string().min(1).max(200).optional(),
  PAYPAL_MERCHANT_ID: z.string().min(1).max(200).optional(),
  PAYPAL_API_URL: hostAddress.default('https://api-m.paypal.com'),
  BUILD_DIR: z.string().min(1).default('./dist'),
});

/** Names of all variables that are read. */
export const environmentNames = Object.keys(environment.shape);

export interface Config {
  mode: 'production' | 'development' | 'test';
  port: number;
  host: string;
  /** Absolute folder of everything that is not code: database, uploads, mail, releases. */
  dataFolder: string;
  /** Absolute folder of the built site that a release is made from. */
  buildFolder: string;
  /** Origin readers use, for canonical links and the same-origin check. No trailing slash. */
  siteUrl: string;
  seed: 'demo' | 'none';
  admin: { email: string; password: string } | null;
  trustedProxies: string[];
  logLevel: string;
  rateLimits: boolean;
  /** Whether smaller and newer forms of images, and share pictures, are made in the background. */
  makePictures: boolean;
  /** Whether sites that an article links to are asked if they answer. */
  checkLinks: boolean;
  /** Whether guests may see what the shop sells. */
  shopPublic: boolean;
  /** Where only members may go. */
  doors: readonly Door[];
  /** Mail server with its user and password, or null: mails are then written into the data folder. */
  smtpUrl: string | null;
  /** Address that mails of the site come from. */
  mailFrom: string;
  /** Collector that views are passed on to, or null. */
  analyticsUrl: string | null;
  /** Collector that errors are passed on to, or null. */
  errorReports: ErrorReportTarget | null;
  /** Share of the server's own errors that are passed on, 0 to 1. */
  errorReportRate: number;
  /** Code-hosting service whose accounts can sign in here, or null. */
  codeHost: CodeHostOptions | null;
  /** Services that the panels of the Game Corner ask for visitors. */
  panels: PanelOptions;
  /** Form service that gets each confirmed subscriber as well, or null. */
  subscribeFormUrl: string | null;
  /** Services that articles are posted to as well. */
  crossPosts: CrossPostOptions;
  /** Account that the shop's money goes to, or null. */
  paypal: (PaypalOptions & { merchantId: string }) | null;
  /** Service that the editor's helper gets its words from; off without a key. */
  textGeneration: TextGenerationOptions;
  /** Bytes of a file that buyers get, at most. */
  productFileBytesMax: number;
}

export class ConfigInvalid extends Error {}

/** The environment, and what a `.env` file beside it adds; a variable that is set stays. */
function readEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/**
 * Reads the environment once, at start.
 * @throws ConfigInvalid with one sentence per wrong variable
 */
export function readConfig(variables: NodeJS.ProcessEnv = readEnvironment()): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(
      (issue) => `${issue.path.join('.')}: ${issue.message}. See .env.example.`,
    );
    throw new ConfigInvalid(sentences.join('\n'));
  }
  const env = parsed.data;
  if ((env.ADMIN_EMAIL === undefined) !== (env.ADMIN_PASSWORD === undefined)) {
    throw new ConfigInvalid('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.');
  }
  if ((env.CODE_HOST_CLIENT_ID === undefined) !== (env.CODE_HOST_CLIENT_SECRET === undefined)) {
    throw new ConfigInvalid(
      'CODE_HOST_CLIENT_ID and CODE_HOST_CLIENT_SECRET belong together: set both or neither.',
    );
  }
  if ((env.LINKEDIN_CLIENT_ID === undefined) !== (env.LINKEDIN_CLIENT_SECRET === undefined)) {
    throw new ConfigInvalid(
      'LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET belong together: set both or neither.',
    );
  }
  if ((env.PAYPAL_CLIENT_ID === undefined) !== (env.PAYPAL_CLIENT_SECRET === undefined)) {
    throw new ConfigInvalid(
      'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET belong together: set both or neither.',
    );
  }
  if (env.PAYPAL_CLIENT_ID !== undefined && env.PAYPAL_MERCHANT_ID === undefined) {
    throw new ConfigInvalid(
      'PAYPAL_MERCHANT_ID is missing: set the merchant ID of the PayPal account that gets the money. ' +
        'See .env.example.',
    );
  }
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    dataFolder: path.resolve(env.DATA_DIR),
    buildFolder: path.resolve(env.BUILD_DIR),
    siteUrl,
    seed: env.SEED,
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : null,
    trustedProxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS,
    makePictures: env.MAKE_PICTURES,
    checkLinks: env.CHECK_LINKS,
    shopPublic: env.SHOP_PUBLIC,
    doors: [...(env.GAMES_PUBLIC ? [] : [cornerDoor]), ...(env.SHOP_PUBLIC ? [] : [shopDoor])],
    smtpUrl: env.SMTP_URL ?? null,
    codeHost:
      env.CODE_HOST_CLIENT_ID && env.CODE_HOST_CLIENT_SECRET
        ? {
            name: env.CODE_HOST_NAME,
            url: env.CODE_HOST_URL,
            apiUrl: env.CODE_HOST_API_URL,
            clientId: env.CODE_HOST_CLIENT_ID,
            clientSecret: env.CODE_HOST_CLIENT_SECRET,
          }
        : null,
    panels: {
      codeHost: {
        name: env.CODE_HOST_NAME,
        apiUrl: env.CODE_HOST_API_URL,
        avatarUrl: env.CODE_HOST_AVATAR_URL,
      },
      quotesUrl: env.QUOTES_URL ?? null,
      jokesUrl: env.JOKES_URL ?? null,
    },
    subscribeFormUrl: env.SUBSCRIBE_FORM_URL ?? null,
    crossPosts: {
      dev: { url: env.DEV_TO_URL },
      medium: { apiUrl: env.MEDIUM_API_URL },
      linkedin: {
        url: env.LINKEDIN_URL,
        apiUrl: env.LINKEDIN_API_URL,
        version: env.LINKEDIN_VERSION,
        client:
          env.LINKEDIN_CLIENT_ID && env.LINKEDIN_CLIENT_SECRET
            ? { id: env.LINKEDIN_CLIENT_ID, secret: env.LINKEDIN_CLIENT_SECRET }
            : null,
      },
    },
    paypal:
      env.PAYPAL_CLIENT_ID && env.PAYPAL_CLIENT_SECRET && env.PAYPAL_MERCHANT_ID
        ? {
            apiUrl: env.PAYPAL_API_URL,
            clientId: env.PAYPAL_CLIENT_ID,
            clientSecret: env.PAYPAL_CLIENT_SECRET,
            webhookId: env.PAYPAL_WEBHOOK_ID ?? null,
            merchantId: env.PAYPAL_MERCHANT_ID,
          }
        : null,
    textGeneration: {
      url: env.TEXT_GENERATION_URL,
      key: env.TEXT_GENERATION_KEY ?? null,
      model: env.TEXT_GENERATION_MODEL,
    },
    productFileBytesMax: env.PRODUCT_FILE_MAX_MB * 1_048_576,
    analyticsUrl: env.ANALYTICS_URL ?? null,
    errorReports: env.ERROR_REPORT_DSN ?? null,
    errorReportRate: env.ERROR_REPORT_RATE,
    mailFrom: env.MAIL_FROM ?? `site@${new URL(siteUrl).hostname}`,
  };
}
