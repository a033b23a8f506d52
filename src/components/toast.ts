import { type Toast, toast } from 'react-hot-toast/headless';
import type { IconName } from './icon.tsx';

/** The four kinds of toast (errors.md#toasts), and the icon each is shown with. */
export const TOAST_ICONS = {
  info: 'info',
  success: 'check',
  warning: 'warn',
  error: 'cross',
} as const satisfies Record<string, IconName>;

export type ToastKind = keyof typeof TOAST_ICONS;

/** Toasts with the same id take each other's place; the text is the id where none is given. */
type Options = { id?: string };

/** The kind that a toast was raised as. */
export function kindOf({ icon, type }: Toast): ToastKind {
  if (typeof icon === 'string' && icon in TOAST_ICONS) return icon as ToastKind;
  return type === 'success' || type === 'error' ? type : 'info';
}

/** Whether screen readers say it at once, or when they have said the rest. */
export function isUrgent(toast: Toast): boolean {
  const kind = kindOf(toast);
  return kind === 'error' || kind === 'warning';
}

function raise(kind: ToastKind, text: string, { id = text }: Options = {}): string {
  return toast(text, { id, icon: kind });
}

export const toastInfo = (text: string, options?: Options) => raise('info', text, options);
export const toastSuccess = (text: string, options?: Options) => raise('success', text, options);
/** Warns the player, at once. */
export const toastWarning = (text: string, options?: Options) => raise('warning', text, options);
/** Says, at once, that something failed. */
export const toastError = (text: string, options?: Options) => raise('error', text, options);
/** Takes away all toasts: they would cover the next content. */
export const clearToasts = () => toast.dismiss();
/** The same for one, by its id: the text where it was given none. */
export const clearToast = (id: string) => toast.dismiss(id);
