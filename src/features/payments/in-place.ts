/** The newest word on a payment takes the place of the one before: together they cover its dialog. */
export const IN_PLACE = { id: 'payment' };
