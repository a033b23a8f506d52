import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf } from './envelope.ts';
import { userReplySchema } from './user.ts';

/** The genders to choose from. The app shows 'not specified' as 'Rather not say'. */
export const GENDERS = ['male', 'female', 'other', 'not specified'] as const;

export type Gender = (typeof GENDERS)[number];

/**
 * The most bytes of a player's photo. The form that contains it may be a little larger
 * (profile.md#pictures).
 */
export const PHOTO_MAX_BYTES = 2 * 1024 * 1024;

/** A state or a city. The server accepts only those of its lists (profile.md#profile-calls). */
const placeText = v.pipe(v.string(), v.trim(), v.maxLength(60));

/**
 * The body of `PUT /user`: the player's details. An omitted field stays as it is
 * (profile.md#profile-calls). `dob`, `gender`, `state` and `city` are accepted only while no date
 * of birth is stored.
 */
export const profileSchema = v.object({
  /** The nickname. */
  name: v.optional(v.pipe(v.string(), v.maxLength(100))),
  email: v.optional(v.pipe(v.string(), v.maxLength(300))),
  dark: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
  ),
  /** The date of birth, such as `2008-11-18`. */
  dob: v.optional(v.pipe(v.string(), v.maxLength(20))),
  gender: v.optional(v.picklist(GENDERS)),
  state: v.optional(placeText),
  city: v.optional(placeText),
  /** The picture, as a png or jpg file. */
  image: v.optional(v.blob()),
  /** The name of the picture's file, which is not stored. */
  imageName: v.optional(v.pipe(v.string(), v.maxLength(255))),
});

export type Profile = v.InferOutput<typeof profileSchema>;

/** The reasons for reporting a player. */
export const REPORT_REASONS = ['picture', 'name', 'other'] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];

/** The body of `POST /players/{id}/report` (help.md#reports-of-players). */
const playerReportSchema = v.object({ reason: v.picklist(REPORT_REASONS) });

const playerReportReplySchema = envelopeOf(v.null());

/** Stores the player's details and picture. */
export const putUser = {
  method: 'PUT',
  path: '/user',
  who: 'player',
  effect: 'keyed',
  bodyAs: 'form',
  body: profileSchema,
  reply: userReplySchema,
  codes: [
    'dob/invalid',
    'email/invalid',
    'name/invalid',
    'name/locked',
    'picture/invalid',
    'picture/locked',
    'picture/too-large',
    'profile/fixed',
    'rate/limited',
  ],
} as const satisfies Endpoint;

/** Reports to the operator that another player's picture or name is unfit to be shown. */
export const postPlayerReport = {
  method: 'POST',
  path: '/players/:id/report',
  who: 'player',
  effect: 'idempotent',
  body: playerReportSchema,
  reply: playerReportReplySchema,
  codes: ['player/unknown', 'rate/limited'],
} as const satisfies Endpoint;
