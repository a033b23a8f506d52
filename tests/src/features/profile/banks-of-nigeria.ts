/** The banks in a listing of Nigeria in 2026, as it spells them. */
export const BANKS_OF_NIGERIA = `
5TT MFB; 78 Finance Company Ltd; 9jaPay Microfinance Bank; 9mobile 9Payment Service Bank; Abbey Mortgage Bank; Above Only MFB;
Abulesoro MFB; Access Bank; Access Bank (Diamond); Accion Microfinance Bank; Advancly MFB; Aella MFB; AG Mortgage Bank;
Ahmadu Bello University Microfinance Bank; Airtel Smartcash PSB; AKU Microfinance Bank; Akuchukwu Microfinance Bank Limited;
Al-Barakah Microfinance Bank; ALAT by WEMA; Alert MFB; ALLWORKERS MFB; Alpha Morgan Bank; Alternative bank; Amju Unique MFB;
Aramoko MFB; ASO Savings and Loans; Assets Microfinance Bank; Astrapolaris MFB LTD; AVUENEGBE MICROFINANCE BANK;
AWACASH MICROFINANCE BANK; AZTEC MICROFINANCE BANK LIMITED; Bainescredit MFB; Banc Corp Microfinance Bank; Bank78 Microfinance Bank;
BANKIT MFB; BANKLY MFB; Baobab Microfinance Bank; BellBank Microfinance Bank; Benysta Microfinance Bank Limited;
Berachah Microfinance Bank Ltd.; Beststar Microfinance Bank; BOLD MFB; Boost Microfinance Bank; Bosak Microfinance Bank;
Bowen Microfinance Bank; Branch International Finance Company Limited; Brent Mortgage bank; BuyPower MFB; Carbon;
Cashbridge Microfinance Bank Limited; CASHCONNECT MFB; Cedrus MFB; CEMCS Microfinance Bank; Centrum Finance;
Chanelle Microfinance Bank Limited; Chikum Microfinance bank; Citibank Nigeria; CITYCODE MORTAGE BANK; Consumer Microfinance Bank;
Cool Microfinance Bank Limited; Corestep MFB; Coronation Merchant Bank; County Finance Limited; Credit Direct Limited; Crescent MFB;
Crust Microfinance Bank; CRUTECH MICROFINANCE BANK LTD; Dash Microfinance Bank; Davenport MICROFINANCE BANK; Dillon Microfinance Bank;
Dot Microfinance Bank; EBSU Microfinance Bank; Ecobank Nigeria; Ekimogun MFB; Ekondo Microfinance Bank; Ethica MFB; EXCEL FINANCE BANK;
Eyowo; Fairmoney Microfinance Bank; FCMB MFB; Fedeth MFB; Fidelity Bank; Firmus MFB; First Bank of Nigeria; First City Monument Bank;
FIRST ROYAL MICROFINANCE BANK; FIRSTMIDAS MFB; FirstTrust Mortgage Bank Nigeria; Flutterwave MFB; Fortress MFB;
FSDH Merchant Bank Limited; FUTMINNA MICROFINANCE BANK; Gateway Mortgage Bank LTD; Globus Bank; Goldman MFB; GoMoney;
GOOD SHEPHERD MICROFINANCE BANK; Goodnews Microfinance Bank; Greenwich Merchant Bank; GROOMING MICROFINANCE BANK; GTI MFB;
Guaranty Trust Bank; Hackman Microfinance Bank; Haggai Mortgage Bank; Hasal Microfinance Bank; Hayat Trust MFB; HopePSB;
IBANK Microfinance Bank; IBBU MFB; Ibile Microfinance Bank; Ibom Mortgage Bank; Ikoyi Osun MFB; Imowo MFB; Infinity MFB;
Infinity trust Mortgage Bank; ISUA MFB; Jaiz Bank; Jubilee Life Mortgage Bank; Kadpoly MFB; KANOPOLY MFB; Kayvee Microfinance Bank;
Keystone Bank; Kolomoni MFB; KONGAPAY (Kongapay Technologies Limited)(formerly Zinternet); Kredi Money MFB LTD; Kuda Bank;
Lagos Building Investment Company Plc.; Letshego Microfinance Bank; Links MFB; Living Trust Mortgage Bank; LOMA MFB; Lotus Bank;
MAINSTREET MICROFINANCE BANK; Mayfair MFB; Mega Microfinance Bank; Mint MFB; MINT-FINEX MFB; Money Master PSB; Moniepoint MFB;
MTN Momo PSB; MUTUAL BENEFITS MICROFINANCE BANK; NET MICROFINANCE BANK; Nigerian Navy Microfinance Bank Limited; NIRSAL MICROFINANCE;
Nombank MFB; NOVA BANK; Novus MFB; NPF MICROFINANCE BANK; NSUK MICROFINANACE BANK; OPay Digital Services Limited (OPay);
Optimus Bank Limited; Paga; PalmPay; Parallex Bank; Parkway - ReadyCash; Paystack MFB; Paystack-Titan; Peace Microfinance Bank;
Personal Trust MFB; Petra Mircofinance Bank Plc; Platinum Mortgage Bank; Pocket App; Polaris Bank; Polyunwana MFB; PremiumTrust Bank;
Prospa Capital Microfinance Bank; Providus Bank; QuickFund MFB; Rand Merchant Bank; RANDALPHA MICROFINANCE BANK; Refuge Mortgage Bank;
Retrust Mfb; Rigo Microfinance Bank Limited; Rubies MFB; Safe Haven MFB; Shield MFB; Signature Bank Ltd; Solid Rock MFB;
Sparkle Microfinance Bank; Springfield Microfinance Bank; Stanbic IBTC Bank; Standard Chartered Bank; STANFORD MICROFINANCE BANK;
Stellas MFB; Sterling Bank; Summit Bank; Suntrust Bank; Supreme MFB; TAJ Bank; Tangerine Money; Tatum Bank; Titan Bank; TransPay MFB;
U and C MFB; Uhuru MFB; Unaab Microfinance Bank Limited; Unical MFB; Unilag Microfinance Bank; Union Bank of Nigeria;
United Bank For Africa; Unity Bank; UNIUYO Microfinance Bank Ltd; Vale Finance Limited; VFD Microfinance Bank Limited; Victory MFB;
Waya Microfinance Bank; Wema Bank; Xpress Wallet; Yes MFB; Zap; Zenith Bank; Zitra MFB`
  .split(';')
  .map((name, index) => ({ name: name.trim().replaceAll(/\s+/g, ' '), code: `${index}` }));
