// The window of the sandbox's card provider, with the interface of Paystack's inline script. It runs in
// the app's document under its content policy, so it sets styles by script and loads nothing.
(() => {
  const charges = new URL('charges', document.currentScript.src);
  const TIME_LIMIT_MS = 15_000;

  const styled = (element, styles) => {
    Object.assign(element.style, styles);
    return element;
  };

  const line = (tag, text) => {
    const element = styled(document.createElement(tag), { margin: '0 0 12px' });
    element.textContent = text;
    return element;
  };

  const button = (text, onClick) => {
    const element = styled(document.createElement('button'), {
      display: 'block',
      width: '100%',
      minHeight: '48px',
      marginTop: '12px',
      border: '2px solid #0b5c3a',
      borderRadius: '8px',
      background: text === 'Pay' ? '#0b5c3a' : '#ffffff',
      color: text === 'Pay' ? '#ffffff' : '#0b5c3a',
      font: 'bold 16px sans-serif',
      textAlign: 'center',
      cursor: 'pointer',
    });
    element.type = 'button';
    element.textContent = text;
    element.addEventListener('click', onClick);
    return element;
  };

  const priceOf = ({ amount, currency = 'NGN' }) => {
    const price = (amount / 100).toLocaleString('en', { minimumFractionDigits: 2 });
    return currency === 'NGN' ? `₦${price}` : `${currency} ${price}`;
  };

  async function send(options, choice) {
    const { key, email, amount, reference: ref, currency = 'NGN', metadata = {} } = options;
    const late = new AbortController();
    setTimeout(() => late.abort(), TIME_LIMIT_MS);
    const response = await fetch(charges, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ choice, key, email, amount, ref, currency, metadata }),
      signal: late.signal,
    });
    const reply = await response.json();
    if (!reply.status) throw new Error(reply.message);
    return reply.data.status;
  }

  function open(options) {
    const dialog = styled(document.createElement('dialog'), {
      boxSizing: 'border-box',
      width: 'min(320px, 92vw)',
      margin: 'auto',
      padding: '20px',
      border: '0',
      borderRadius: '12px',
      background: '#ffffff',
      color: '#14201a',
      font: '16px sans-serif',
    });
    dialog.setAttribute('aria-label', 'Sandbox card payment');
    const said = line('p', '');
    said.setAttribute('role', 'status');
    const leave = () => {
      dialog.remove();
      options.onCancel?.();
    };
    const choose = async (choice) => {
      for (const each of buttons) each.disabled = true;
      said.textContent = 'One moment …';
      try {
        const status = await send(options, choice);
        dialog.remove();
        options.onSuccess?.({ reference: options.reference, trxref: options.reference, status });
      } catch (error) {
        said.textContent = `The sandbox did not take it: ${error.message}`;
        for (const each of buttons) each.disabled = false;
      }
    };
    const buttons = [
      button('Pay', () => choose('pay')),
      button('Decline', () => choose('decline')),
      button('Close', leave),
    ];
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      if (!buttons[0].disabled) leave();
    });
    dialog.append(
      styled(line('h2', 'Sandbox card'), { font: 'bold 20px sans-serif' }),
      line('p', `${priceOf(options)} for ${options.email}. No money moves.`),
      said,
      ...buttons,
    );
    document.body.append(dialog);
    dialog.showModal();
    options.onLoad?.();
    return { cancel: leave };
  }

  window.PaystackPop = class {
    newTransaction(options) {
      return open(options);
    }

    cancelTransaction(transaction) {
      transaction.cancel();
    }
  };
})();
