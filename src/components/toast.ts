import { type Toast, toast } from 'react-hot-toast/headless';
import type { IconName } from './icon.tsx';

/** The four kinds of toast (errors.md#toasts), each with its icon. */
export const TOAST_ICONS = {
  info: 'info',
  success: 'check',
  warning: 'warn',
  error: 'cross',
} as const satisfies Record<string, IconName>;

export type ToastKind = keyof typeof TOAST_ICONS;

/** A toast replaces another one with the same id. Without an id, the text is the id. */
type Options = { id?: string };

/** Gives the kind of a toast. */
export function kindOf({ icon, type }: Toast): ToastKind {
  if (typeof icon === 'string' && icon in TOAST_ICONS) return icon as ToastKind;
  return type === 'success' || type === 'error' ? type : 'info';
}

/** Whether screen readers interrupt what they are saying for this toast. */
export function isUrgent(toast: Toast): boolean {
  const kind = kindOf(toast);
  return kind === 'error' || kind === 'warning';
}

function raise(kind: ToastKind, text: string, { id = text }: Options = {}): string {
  return toast(text, { id, icon: kind });
}

export const toastInfo = (text: string, options?: Options) => raise('info', text, options);
export const toastSuccess = (text: string, options?: Options) => raise('success', text, options);
/** Shows a warning, which screen readers say at once. */
export const toastWarning = (text: string, options?: Options) => raise('warning', text, options);
/** Shows an error, which screen readers say at once. */
export const toastError = (text: string, options?: Options) => raise('error', text, options);
/** Removes all toasts, because they would cover the next content. */
export const clearToasts = () => toast.dismiss();
/** Removes the toast with this id. If it was given no id, its text is the id. */
export const clearToast = (id: string) => toast.dismiss(id);
